import type { Address } from '../network/address.ts';
import { type Amount, parseAmount } from '../network/amount.ts';
import type { ChannelState, NodeName, TokenName } from '../network/network.ts';
import type { ChannelView, IndeterminateCause, PaymentReceipt } from './answer.ts';
import type { NodeSettings } from '../scenario/node-settings.ts';
import type { Observation } from './observation.ts';
import type { ReasonClass } from './reason-class.ts';
import type { AskedPath, Trace, TraceOutline } from './trace.ts';

/** A request to a node at a planned time. Numbered from 0 in the order of the plan. */
export type Operation = OperationBase & OperationRequest;

interface OperationBase {
  readonly id: number;
  /** Planned start, milliseconds after the run's start. */
  readonly atMs: number;
  /** Does not start before this operation, or all of these, has its outcome: scripted steps run in order. */
  readonly after?: number | readonly number[];
  /** Where it comes from in the scenario file: `steps[3]` or `traffic[0]#17`. */
  readonly origin: string;
  /** The outcome that the scenario demands; absent: the one that the simulation predicts. */
  readonly expected?: ExpectedOutcome;
}

export type ExpectedOutcome = {
  /** A part of the text of a refusal. */
  readonly says?: string;
} & (
  | { readonly kind: 'succeeded' | 'failed'; readonly reason?: ReasonClass }
  /** A status code that this pattern of three characters or more matches as a whole. */
  | { readonly kind: 'answered'; readonly status: string }
);

/** Whether a pattern matches a status as a whole. */
export function hasStatus(status: number, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(String(status));
}

export type OperationRequest =
  | PayRequest
  | ChannelRequest<
      'open',
      { readonly totalDeposit: Amount; readonly settleTimeout?: number; readonly revealTimeout?: number }
    >
  | ChannelRequest<'deposit', { readonly totalDeposit: Amount }>
  | ChannelRequest<'withdraw', { readonly totalWithdraw: Amount }>
  /** Sets the reveal timeout of the node's end. */
  | ChannelRequest<'set', { readonly revealTimeout: number }>
  | ChannelRequest<'close', object>
  /** Reads the channel until it is as expected, or the deadline passes. */
  | ChannelRequest<'expect', ExpectedChannel>
  /** Reads the channel and keeps it under a name, for observations that speak of it when it is gone. */
  | ChannelRequest<'remember', { readonly as: string }>
  /** Reads something else until it is as expected, or the deadline passes. */
  | { readonly kind: 'observe'; readonly observation: Observation; readonly withinMs: number }
  | { readonly kind: 'leave'; readonly node: NodeName; readonly token: TokenName }
  | { readonly kind: 'stop'; readonly node: NodeName }
  /** With settings, which are from then on those of the node; the others stay as they were. */
  | { readonly kind: 'start'; readonly node: NodeName; readonly settings?: NodeSettings }
  /** From now on it takes up messages, payments and changes of channels so much later; 0: at once, as any other. */
  | { readonly kind: 'slow'; readonly node: NodeName; readonly byMs: number }
  | { readonly kind: 'wait'; readonly ms: number };

/** The values that a channel is expected to have; an absent one does not matter. */
export interface ExpectedChannel {
  readonly balance?: Amount;
  readonly totalDeposit?: Amount;
  readonly totalWithdraw?: Amount;
  /** By how much the balance may be off; absent: not at all. */
  readonly balanceTolerance?: Amount;
  readonly totalDepositTolerance?: Amount;
  /** `absent`: the node must not list the channel. */
  readonly state?: ChannelState | 'absent';
  /** A pattern that the status of the answer matches; a refusal that it matches needs no further values. */
  readonly status?: string;
  readonly withinMs: number;
}

export interface PayRequest {
  readonly kind: 'pay';
  readonly node: NodeName;
  readonly target: NodeName;
  readonly token: TokenName;
  readonly amount: Amount;
  /** 1 to 2^64-1; the plan gives every payment its own unless the scenario names one. */
  readonly identifier: bigint;
  /** Blocks. */
  readonly lockTimeout?: number;
  /** The caller breaks the connection off when no answer has come by then; the node goes on with what it was asked. */
  readonly giveUpAfterMs?: number;
}

/** The key of a payment: a second one with the same key joins it, or is in conflict with it. */
export function paymentKey({
  node,
  target,
  token,
  identifier,
}: Pick<PayRequest, 'node' | 'target' | 'token'> & { readonly identifier: bigint | string }): string {
  return `${node} ${target} ${token} ${identifier}`;
}

const CHANNEL_CHANGES = ['open', 'deposit', 'withdraw', 'set', 'close', 'leave'] as const;

/** An operation after which a node has other channels, or other deposits or timeouts in them. */
export type ChannelChange = Extract<Operation, { readonly kind: (typeof CHANNEL_CHANGES)[number] }>;

/** The kinds of these. */
export const CHANGES_CHANNELS: ReadonlySet<OperationKind> = new Set(CHANNEL_CHANGES);

/** True of an operation that changes channels. */
export function changesChannels(operation: Operation): operation is ChannelChange {
  return CHANGES_CHANNELS.has(operation.kind);
}

type ChannelRequest<Kind extends string, Details> = {
  readonly kind: Kind;
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly token: TokenName;
} & Details;

/** What an operation does: pay, open a channel, and so on. */
export type OperationKind = Operation['kind'];

/** All kinds. */
export const OPERATION_KINDS = [
  'pay',
  'open',
  'deposit',
  'withdraw',
  'set',
  'close',
  'expect',
  'remember',
  'observe',
  'leave',
  'stop',
  'start',
  'slow',
  'wait',
] as const satisfies readonly OperationKind[];

/** The largest payment identifier: they are 64 bits wide (raiden.md 1.5). */
export const MAX_IDENTIFIER = 2n ** 64n - 1n;

/** Reads what `parseAmount` reads as a payment identifier, 1 to 2^64-1; `undefined` when it is none. */
export function parseIdentifier(value: unknown): bigint | undefined {
  const integer = parseAmount(value);
  return integer !== undefined && integer >= 1n && integer <= MAX_IDENTIFIER ? integer : undefined;
}

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
      /** Leaving only: the partners that the answer names in place of channels. */
      readonly partners?: readonly Address[];
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
      /** The resolution by readings afterwards; absent: none were made yet. */
      readonly resolved?: Resolution;
    };

/** The fate of an operation without an answer. `pending`: it is on its way still, and may happen or fail. */
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
  /** The certainty of a payment's outcome when it was sent: loads only. */
  readonly foreseen?: Foreseen;
  /** Simulated nodes only. */
  readonly trace?: Trace;
  /** Simulated payments of which no trace is kept. */
  readonly outline?: TraceOutline;
  /** Predictions: the model's own path, where the target took another one and the prediction goes on from that. */
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

/** The model's certainty about a payment when it is sent; `may-either`: others overlap, and their order decides. */
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

/** The reason of failure of an unanswered payment, once readings showed that it did not happen. */
export const UNANSWERED_REASONS = {
  deadline: 'no-answer',
  gateway: 'gateway-error',
  interrupted: 'given-up',
  'connection-broken': 'connection-broken',
  'unreadable-answer': 'unreadable-answer',
} as const satisfies Readonly<Record<IndeterminateCause, string>>;

/** Why a payment failed; or why it got no answer, where reading showed that it did not happen. */
export type FailureReason = ReasonClass | (typeof UNANSWERED_REASONS)[IndeterminateCause];

/** An outcome in a word: the class of a refusal, why there is no answer, or its kind. */
export function outcomeName(outcome: Outcome): string {
  if (outcome.kind === 'indeterminate') return UNANSWERED_REASONS[outcome.cause];
  return outcome.kind === 'failed' ? outcome.reason : outcome.kind;
}
