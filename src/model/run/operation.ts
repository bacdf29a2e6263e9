import type { Amount } from '../network/amount.ts';
import type { ChannelState, NodeName, TokenName } from '../network/network.ts';
import type { ReasonClass } from './reason-class.ts';

/** What is asked of a node, and when. Numbered from 0 in the order of the plan. */
export type Operation = OperationBase & OperationRequest;

interface OperationBase {
  readonly id: number;
  /** Planned start, milliseconds after the run's start. */
  readonly atMs: number;
  /** Does not start before this operation, or all of these, has its outcome: scripted steps run in order. */
  readonly after?: number | readonly number[];
  /** Where it comes from in the scenario file: `steps[3]` or `traffic[0]#17`. */
  readonly origin: string;
  /** What the scenario says must happen; absent: whatever the simulation predicts. */
  readonly expected?: ExpectedOutcome;
}

export interface ExpectedOutcome {
  readonly kind: 'succeeded' | 'failed';
  readonly reason?: ReasonClass;
}

export type OperationRequest =
  | PayRequest
  | ChannelRequest<
      'open',
      { readonly totalDeposit: Amount; readonly settleTimeout?: number; readonly revealTimeout?: number }
    >
  | ChannelRequest<'deposit', { readonly totalDeposit: Amount }>
  | ChannelRequest<'withdraw', { readonly totalWithdraw: Amount }>
  | ChannelRequest<'close', object>
  /** Reads the channel until it is as expected, or the deadline passes. */
  | ChannelRequest<'expect', ExpectedChannel>
  | { readonly kind: 'leave'; readonly node: NodeName; readonly token: TokenName }
  | { readonly kind: 'stop'; readonly node: NodeName }
  | { readonly kind: 'start'; readonly node: NodeName }
  /** From now on it takes up messages, payments and changes of channels so much later; 0: at once, as any other. */
  | { readonly kind: 'slow'; readonly node: NodeName; readonly byMs: number }
  | { readonly kind: 'wait'; readonly ms: number };

/** What a channel is looked at for; what is absent does not matter. */
export interface ExpectedChannel {
  readonly balance?: Amount;
  readonly totalDeposit?: Amount;
  readonly totalWithdraw?: Amount;
  /** `absent`: the node must not list the channel. */
  readonly state?: ChannelState | 'absent';
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

/** What tells a payment from others: the same identifier between the same nodes joins it, or is in conflict. */
export function paymentKey({
  node,
  target,
  token,
  identifier,
}: Pick<PayRequest, 'node' | 'target' | 'token'> & { readonly identifier: bigint | string }): string {
  return `${node} ${target} ${token} ${identifier}`;
}

/** Kinds of operations after which a node has other channels, or other deposits in them. */
export const CHANGES_CHANNELS: ReadonlySet<OperationKind> = new Set([
  'open',
  'deposit',
  'withdraw',
  'close',
  'leave',
]);

type ChannelRequest<Kind extends string, Details> = {
  readonly kind: Kind;
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly token: TokenName;
} & Details;

export type OperationKind = Operation['kind'];

/** All kinds. */
export const OPERATION_KINDS = [
  'pay',
  'open',
  'deposit',
  'withdraw',
  'close',
  'expect',
  'leave',
  'stop',
  'start',
  'slow',
  'wait',
] as const satisfies readonly OperationKind[];
