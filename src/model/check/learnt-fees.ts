import type { Amount } from '../network/amount.ts';
import type { FeeSchedule } from '../network/fees.ts';
import type { NodeName } from '../network/network.ts';

/** What nodes ask for mediating that nobody has described, as far as one payment tells. */
export interface LearntFees {
  /** The schedule that foresees everything the payment changed; absent: none that was tried does. */
  readonly schedule?: FeeSchedule;
  /** Absent: no two nodes are there that only a mediator joins, or nothing gets through to try it. */
  readonly payment?: { readonly from: NodeName; readonly to: NodeName; readonly amount: Amount };
}
