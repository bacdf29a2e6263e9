import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { PaymentReceipt } from '../../model/run/answer.ts';
import type { Trace, TraceOutline } from '../../model/run/trace.ts';
import type { Reply } from '../../ports/protocol.ts';
import type { Routes } from '../../ports/router.ts';
import type { TokenLayer } from '../token-layer.ts';
import { addressOf, type World } from '../world.ts';

/** What was asked of an initiator, apart from all attempts to bring it about. */
export interface Payment {
  readonly layer: TokenLayer;
  readonly initiator: NodeIndex;
  readonly target: NodeIndex;
  readonly targetAddress: Address;
  readonly amount: Amount;
  readonly identifier: bigint;
  /** Undefined: only its hash is known to the initiator. */
  readonly secret: string | undefined;
  /** Blocks, as asked for. */
  readonly lockTimeout: bigint | undefined;
  /** Requests that wait for its end: the first one, and those that asked for the same meanwhile. */
  readonly replies: Reply<PaymentReceipt>[];
  /** Called once, when its initiator knows how it ended. */
  readonly conclude: (end: PaymentEnd) => void;
}

/** How a payment ended for its initiator. */
export type PaymentEnd =
  | { readonly kind: 'succeeded'; readonly trace: Trace }
  | { readonly kind: 'succeeded'; readonly trace?: undefined; readonly outline: TraceOutline }
  | {
      readonly kind: 'failed';
      /** The node's words after `Payment couldn't be completed because: `. */
      readonly reason: string;
      readonly trace: Trace;
    };

/**
 * What a protocol does with a payment that may go over any of these routes, best first. It calls `conclude` once;
 * when the target has its tokens, `noteReceived`; and for each attempt the world's `router.ended`, with the whole
 * route and the end that could not pass it on. A payment whose secret is unknown fails.
 */
export type SendPayment = (payment: Payment, routes: Routes) => void;

/** Writes into the target's history what it got, now that it has it. */
export function noteReceived(
  world: World,
  { layer, initiator, target, identifier }: Payment,
  amount: Amount,
): void {
  world.histories[target]?.add({
    kind: 'received',
    amount,
    initiator: addressOf(world, initiator),
    identifier,
    tokenAddress: layer.token.tokenAddress,
    atMs: world.clock.nowMs(),
  });
}
