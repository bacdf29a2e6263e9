import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { channelKey } from '../../model/network/network.ts';
import type { FailureTrace, Trace } from '../../model/run/trace.ts';
import type { Route } from '../../ports/router.ts';
import type { TokenLayer } from '../token-layer.ts';

/** One payment from its dispatch until nothing of it is locked any more. */
export interface PaymentInFlight {
  readonly layer: TokenLayer;
  readonly initiator: number;
  readonly target: number;
  readonly targetAddress: Address;
  readonly amount: Amount;
  readonly identifier: bigint;
  /** Undefined: only its hash is known to the initiator. */
  readonly secret: string | undefined;
  /** Blocks, as asked for. */
  readonly lockTimeout: bigint | undefined;
  /** Every mediator may choose among them. */
  readonly routes: readonly Route[];
  /** The first block in which the locks count as expired; the same on every hop. */
  expiration: number;
  /** Payer's end and amount of each locked hop, in path order. */
  readonly ends: number[];
  readonly amounts: Amount[];
  /** How many hops, counted from the initiator, are unlocked. */
  unlocked: number;
  /** How many of them have reached their payee. */
  arrived: number;
  secretRequested: boolean;
  secretRevealed: boolean;
  /** Unlocked or released on every hop: messages still on their way change nothing. */
  over: boolean;
  /** The check that holds the payment up. */
  obstacle: FailureTrace | undefined;
  /** Tells the initiator's side how it ended. */
  readonly conclude: (result: PaymentResult) => void;
}

/** How a dispatched payment ended for its initiator. */
export type PaymentResult =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly reason: string };

/** True for the nodes a payment has been through. */
export function isOnPath({ layer, initiator, ends }: PaymentInFlight, node: number): boolean {
  return node === initiator || ends.some((end) => layer.graph.owner(end ^ 1) === node);
}

/** Path, amounts and obstacle of a payment as they stand. */
export function traceOf(payment: PaymentInFlight, names: readonly NodeName[]): Trace {
  const { layer, ends, amounts, amount } = payment;
  const last = amounts.length - 1;
  const succeeded = payment.unlocked > 0;
  const name = (node: number): NodeName => names[node] as NodeName;
  const received = succeeded ? (amounts[last] as Amount) : 0n;
  const sent = amounts[0] ?? 0n;
  return {
    path:
      ends.length === 0
        ? []
        : [name(payment.initiator), ...ends.map((end) => name(layer.graph.owner(end ^ 1)))],
    hops: ends.map((end, hop) => ({
      channel: channelKey(layer.token.name, layer.graph.identifier(end)),
      payer: name(layer.graph.owner(end)),
      payee: name(layer.graph.owner(end ^ 1)),
      amount: amounts[hop] ?? amount,
      // Once the initiator has unlocked, every later hop certainly will be.
      settled: succeeded,
    })),
    fee: succeeded ? sent - received : 0n,
    sent,
    received,
    ...(succeeded || payment.obstacle === undefined ? {} : { failure: payment.obstacle }),
  };
}
