import type { Amount } from '../network/amount.ts';
import type { NodeName, TokenName } from '../network/network.ts';

/** One payment of a trace, as it was recorded. */
export interface TracedPayment {
  readonly atMs: number;
  readonly node: NodeName;
  readonly target: NodeName;
  readonly token: TokenName;
  readonly amount: Amount;
  /** Absent: it gets one when it is sent. */
  readonly identifier?: bigint;
  /** Its line in a CSV, its operation in a run: orders payments of the same moment. */
  readonly sequence: number;
}
