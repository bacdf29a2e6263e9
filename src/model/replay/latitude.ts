import type { Amount, AmountRange } from '../network/amount.ts';
import type { NodeName, PerEnd, TokenName } from '../network/network.ts';
import type { ReasonClass } from '../run/reason-class.ts';

/**
 * The results that some order of the overlapping operations can have, by the model. A result that no order gives is
 * wrong, however many operations overlapped.
 */
export interface Latitude {
  /** Of the operations that ended otherwise than predicted; one that is not named was not searched to the end. */
  readonly outcomes: readonly PossibleOutcomes[];
  /** How many nodes and channels the model looked at before the search was given up; absent: it was not. */
  readonly ranOutAfter?: number;
  /** The last channel of each pair of nodes, when all operations have ended. */
  readonly channels: readonly PossibleChannel[];
  /** On the run's clock: from then on no message of an answered operation is on its way. */
  readonly restAtMs: number;
}

/** How one operation can have ended. */
export interface PossibleOutcomes {
  readonly operation: number;
  /** None twice; where it is one, no order matters. */
  readonly possible: readonly PossibleOutcome[];
}

/** One of the ways to end. */
export type PossibleOutcome =
  | { readonly kind: 'succeeded'; readonly status: number }
  | { readonly kind: 'failed'; readonly status: number; readonly reason: ReasonClass };

/** The possible states of a channel after all operations. */
export interface PossibleChannel {
  readonly token: TokenName;
  readonly between: PerEnd<NodeName>;
  readonly presence: 'open' | 'gone' | 'either';
  /** The operation that opened or closed it last; null: it was there before the run. */
  readonly presenceBy: number | null;
  readonly totalDeposit: PerEnd<AcknowledgedTotal>;
  readonly totalWithdraw: PerEnd<AcknowledgedTotal>;
  /** At rest. */
  readonly balance: PerEnd<AmountRange>;
  /** As soon as every operation was answered, with messages still on their way. */
  readonly balanceAtOnce: PerEnd<AmountRange>;
}

/** A total that a node has acknowledged. */
export interface AcknowledgedTotal {
  /** Null: nobody can say, for an operation on it got no answer, or a wrong one. */
  readonly amount: Amount | null;
  /** The operation that set it; null: none of the run. */
  readonly by: number | null;
}
