import type { ChannelView, IndeterminateCause, PaymentReceipt } from './answer.ts';
import type { AskedPath } from '../replay/asked-path.ts';
import type { Operation } from './operation.ts';
import type { ReasonClass } from './reason-class.ts';
import type { Trace, TraceOutline } from './trace.ts';

/** How an operation ended. */
export type Outcome =
  | {
      readonly kind: 'succeeded';
      /** HTTP status; 0 for operations that are no request (wait, stop, start). */
      readonly status: number;
      /** Payments only. */
      readonly receipt?: PaymentReceipt;
      /** Channel operations only: the channels the answer showed; null for one that is already gone. */
      readonly channels?: readonly (ChannelView | null)[];
    }
  | {
      readonly kind: 'failed';
      /** HTTP status; 0 when the node was not reached or the operation is no request. */
      readonly status: number;
      readonly reason: ReasonClass;
      /** The node's own words. */
      readonly message: string;
    }
  /** It may have happened; resolved by reading afterwards, never counted as failed. */
  | {
      readonly kind: 'indeterminate';
      readonly cause: IndeterminateCause;
      readonly detail: string;
      /** What reading afterwards showed; absent: not looked yet. */
      readonly resolved?: Resolution;
    };

/** What became of an operation without an answer. `pending`: it is on its way still, and may happen or fail. */
export type Resolution = 'happened' | 'did-not-happen' | 'pending' | 'unknown';

/** One line of `outcomes.ndjson`: an operation, when it ran, how it ended. */
export interface OperationRecord {
  readonly operation: Operation;
  /** When it was due, on the run's clock: loads only. A step waiting for another is due when that one has ended. */
  readonly intendedAtMs?: number;
  /** Milliseconds after the run's start, on the run's clock. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly outcome: Outcome;
  /** What was certain of a payment when it was sent: loads only. */
  readonly foreseen?: Foreseen;
  /** Simulated nodes only. */
  readonly trace?: Trace;
  /** Simulated payments of which no trace is kept. */
  readonly outline?: TraceOutline;
  /** Predictions: what the model had chosen, where the target took another path and the prediction goes on from that. */
  readonly inPlaceOf?: Trace;
  /** Predictions: what the payer's path-finding service said, where several paths weigh the same. */
  readonly asked?: AskedPath;
  /** Predictions: the target is known not to have done it, and the prediction goes on from that. */
  readonly isUndone?: boolean;
}

/** The record of a payment. */
export type PaymentRecord = OperationRecord & { readonly operation: Extract<Operation, { kind: 'pay' }> };

/** True for the record of a payment. */
export function isPaymentRecord(record: OperationRecord): record is PaymentRecord {
  return record.operation.kind === 'pay';
}

/** What the model can say of a payment when it is sent; `may-either`: others overlap, and their order decides. */
export type Foreseen = 'must-succeed' | 'must-fail' | 'may-either';

/** True as long as nothing tells whether an operation without an answer happens. */
export function isOpen({ resolved = 'unknown' }: { readonly resolved?: Resolution }): boolean {
  return resolved === 'unknown' || resolved === 'pending';
}

/** True for what the caller did not wait for: the node is not to blame that there is no answer. */
export function isGivenUp(outcome: Outcome): boolean {
  return outcome.kind === 'indeterminate' && outcome.cause === 'interrupted';
}

/** The secret that a payment's answer shows: one for all requests that joined one payment. Absent: it shows none. */
export function secretOf(outcome: Outcome): string | undefined {
  return outcome.kind === 'succeeded' ? outcome.receipt?.secret : undefined;
}

/** How many channels an answer shows; absent: it is none about channels. */
export function channelCount(outcome: Outcome): number | undefined {
  return outcome.kind === 'succeeded' ? outcome.channels?.length : undefined;
}

/** Why a payment failed; or why it got no answer, where reading showed that it did not happen. */
export type FailureReason =
  | ReasonClass
  | 'no-answer'
  | 'given-up'
  | 'connection-broken'
  | 'unreadable-answer';

/** What an unanswered payment failed for that reading showed not to have happened. */
export const UNANSWERED_REASONS: Readonly<Record<IndeterminateCause, FailureReason>> = {
  deadline: 'no-answer',
  gateway: 'no-answer',
  interrupted: 'given-up',
  'connection-broken': 'connection-broken',
  'unreadable-answer': 'unreadable-answer',
};
