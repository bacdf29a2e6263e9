import type { Address } from '../network/address.ts';
import type { Amount } from '../network/amount.ts';
import type { ChannelState } from '../network/network.ts';
import type { ReasonClass } from './reason-class.ts';
import type { Trace, TraceOutline } from './trace.ts';

/** The `errors` of an answer: a text, several, or texts by field (raiden.md 1.2). */
export type ErrorBody = string | readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The answer to one request to a node. Expected refusals are values, never exceptions. */
export type Answer<T> =
  | {
      readonly kind: 'ok';
      readonly status: number;
      readonly value: T;
      readonly trace?: Trace;
      /** Simulated payments of which no trace is kept. */
      readonly outline?: TraceOutline;
    }
  /** The node answered, and said no. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly errors: ErrorBody;
      /** Named where the answer is made or read: only there is it known whose words these are. */
      readonly reason: ReasonClass;
      readonly trace?: Trace;
    }
  /** The request never reached the node: connection refused. It has certainly not happened. */
  | {
      readonly kind: 'unreachable';
      readonly detail: string;
      /** For want of a file descriptor or port on this machine, which says nothing of the node. */
      readonly ownLimit?: true;
      readonly trace?: Trace;
    }
  /** No readable answer in time, or the connection broke: it may have happened. */
  | { readonly kind: 'indeterminate'; readonly cause: IndeterminateCause; readonly detail: string };

/** Why nobody knows what became of a request. */
export type IndeterminateCause =
  | 'deadline'
  | 'connection-broken'
  | 'unreadable-answer'
  /** Something in front of the node answered in its place; the request may have reached it. */
  | 'gateway'
  | 'interrupted';

/** True where the node itself answered, rightly or not. */
export function hasAnswered(answer: Answer<unknown>): boolean {
  if (answer.kind === 'indeterminate') return answer.cause === 'unreadable-answer';
  return answer.kind === 'ok' || answer.kind === 'refused';
}

/** A channel that a node left: null where it is gone, or its partner only, as documented (api.md 4.4). */
export type LeftChannel = ChannelView | Address | null;

/** One channel as one of its participants shows it (api.md 2, raiden.md 0). */
export interface ChannelView {
  readonly channelIdentifier: bigint;
  readonly tokenAddress: Address;
  readonly tokenNetworkAddress: Address;
  readonly partnerAddress: Address;
  readonly balance: Amount;
  readonly totalDeposit: Amount;
  readonly totalWithdraw: Amount;
  readonly state: ChannelState;
  /** Blocks. */
  readonly settleTimeout: bigint;
  /** Blocks. */
  readonly revealTimeout: bigint;
}

/** The sum of deposits less withdrawals of the given channel ends. */
export function capacityOf(...ends: readonly Pick<ChannelView, 'totalDeposit' | 'totalWithdraw'>[]): Amount {
  return ends.reduce((sum, { totalDeposit, totalWithdraw }) => sum + totalDeposit - totalWithdraw, 0n);
}

/** The 200 body of a payment (raiden.md 1.5). */
export interface PaymentReceipt {
  readonly initiatorAddress: Address;
  readonly targetAddress: Address;
  readonly tokenAddress: Address;
  /** As requested: fees are not reported. */
  readonly amount: Amount;
  readonly identifier: bigint;
  /** 0x and 64 hex digits. */
  readonly secret: string;
  readonly secretHash: string;
  /** Loads only: an earlier answer, which was not kept, had shown the same secret. */
  readonly isSecretUsed?: true;
}

/** One entry of the payment history (raiden.md 1.6). Failed entries carry neither amount nor identifier. */
export type PaymentEvent = { readonly logTime: string; readonly tokenAddress: Address } & (
  | {
      readonly kind: 'sent';
      readonly amount: Amount;
      readonly target: Address;
      readonly identifier: bigint;
    }
  | {
      readonly kind: 'received';
      readonly amount: Amount;
      readonly initiator: Address;
      readonly identifier: bigint;
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly target: Address }
);

/** The kinds of entries of the payment history. */
export const PAYMENT_EVENTS = [
  'sent',
  'received',
  'failed',
] as const satisfies readonly PaymentEvent['kind'][];

/** The other party of the payment that an entry is about. */
export function partnerIn(entry: Parties): Address {
  return entry.kind === 'received' ? entry.initiator : entry.target;
}

type Parties =
  | { readonly kind: 'received'; readonly initiator: Address }
  | { readonly kind: 'sent' | 'failed'; readonly target: Address };

/** One transfer in flight as one node sees it (raiden.md 1.1). */
export interface PendingTransfer
  extends Pick<ChannelView, 'tokenAddress' | 'tokenNetworkAddress' | 'channelIdentifier'> {
  readonly paymentIdentifier: bigint;
  readonly initiator: Address;
  readonly target: Address;
  readonly transferredAmount: Amount;
  readonly lockedAmount: Amount;
  readonly role: 'initiator' | 'mediator' | 'target';
}

/** One entry of GET connections: own deposits and number of open channels of one token. */
export interface Connection {
  readonly tokenAddress: Address;
  readonly sumDeposits: Amount;
  readonly channels: number;
}

/** Whether a node answers requests, and why not. */
export type NodeStatus =
  | { readonly status: 'ready' }
  | { readonly status: 'syncing'; readonly blocksToSync: number }
  | { readonly status: 'unavailable' };

/** One suggestion of the path-finding service (api.md 2); best first. */
export interface SuggestedPartner {
  readonly address: Address;
  readonly score: number;
  readonly centrality: number;
  /** Seconds. */
  readonly uptime: number;
  readonly capacity: Amount;
}

/** One path of the path-finding service (raiden.md 3.4). */
export interface SuggestedPath {
  readonly path: readonly Address[];
  readonly estimatedFee: bigint;
}

/** The hash of a transaction that is confirmed: 0x and 64 hex digits. */
export type TransactionHash = string;

/** A change of a node's user deposit that is confirmed. */
export interface UserDepositDone {
  readonly transactionHash: TransactionHash;
  /** The block from which on a planned withdrawal may be made. */
  readonly plannedWithdrawBlock?: number;
}

/** A message to a node's owner. */
export interface OwnerNotice {
  readonly id: string;
  readonly summary: string;
  readonly body: string;
  readonly urgency: string;
}
