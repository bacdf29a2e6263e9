import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { PaymentReceipt } from '../../model/run/answer.ts';
import type { Trace, TraceOutline } from '../../model/run/trace.ts';
import type { Reply } from '../../ports/protocol.ts';
import type { Routes } from '../../ports/router.ts';
import type { TokenLayer } from '../token-layer.ts';
import { addressOf, type World } from '../world.ts';

/** A payment as its initiator was asked for it, apart from all attempts to make it. */
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
  /** The number of the operation that asked for it; undefined: nobody numbers them. */
  readonly operation: number | undefined;
  /** Requests that wait for its end: the first one, and those that asked for the same meanwhile. */
  readonly replies: Reply<PaymentReceipt | undefined>[];
  /** Called once, when the initiator knows how the payment ended. */
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
 * Makes a payment, as the protocol does, over one of these routes, best first. It calls `conclude` once, and
 * `noteReceived` when the target has its tokens. A payment whose secret is unknown fails.
 */
export type SendPayment = (payment: Payment, routes: Routes) => void;

/** Adds the received payment to the target's history. */
export function noteReceived(
  world: World,
  { layer, initiator, target, identifier }: Payment,
  amount: Amount,
): void {
  if (world.remembersPayments)
    world.histories[target]?.add({
      kind: 'received',
      amount,
      initiator: addressOf(world, initiator),
      identifier,
      tokenAddress: layer.token.tokenAddress,
      atMs: world.clock.nowMs(),
    });
}

/** The name of a payment: no two in flight share it. */
export type PaymentName = Pick<Payment, 'initiator' | 'targetAddress' | 'identifier'>;

/** Payments of all nodes by initiator, target and identifier. */
export class KnownPayments<T extends PaymentName> {
  // Two payments hardly ever share an identifier, so that is the key; one of all three would be written for every
  // payment. The map holds places in a list, because a table that it has outgrown keeps its values until a full
  // garbage collection.
  readonly #placeOf = new Map<bigint, number>();
  readonly #places: (T | readonly T[] | undefined)[] = [];
  readonly #free: number[] = [];

  find(name: PaymentName): T | undefined {
    const namesakes = this.#at(this.#placeOf.get(name.identifier));
    if (namesakes === undefined) return undefined;
    if (isList(namesakes)) return namesakes.find((one) => isNamed(one, name));
    return isNamed(namesakes, name) ? namesakes : undefined;
  }

  /** None of its name may be known. */
  add(payment: T): void {
    const { identifier } = payment;
    const place = this.#placeOf.get(identifier);
    const namesakes = this.#at(place);
    if (place === undefined || namesakes === undefined) {
      const free = this.#free.pop() ?? this.#places.length;
      this.#places[free] = payment;
      this.#placeOf.set(identifier, free);
    } else this.#places[place] = isList(namesakes) ? [...namesakes, payment] : [namesakes, payment];
  }

  remove(payment: T): void {
    const { identifier } = payment;
    const place = this.#placeOf.get(identifier);
    const namesakes = this.#at(place);
    if (place === undefined || namesakes === undefined) return;
    const left = isList(namesakes) ? namesakes.filter((one) => one !== payment) : undefined;
    if (left !== undefined && left.length > 0) this.#places[place] = left;
    else if (left !== undefined || namesakes === payment) this.#forget(identifier, place);
  }

  #forget(identifier: bigint, place: number): void {
    this.#placeOf.delete(identifier);
    this.#places[place] = undefined;
    this.#free.push(place);
  }

  #at(place: number | undefined): T | readonly T[] | undefined {
    return place === undefined ? undefined : this.#places[place];
  }
}

function isList<T extends PaymentName>(known: T | readonly T[]): known is readonly T[] {
  return Array.isArray(known);
}

function isNamed(one: PaymentName, { initiator, targetAddress, identifier }: PaymentName): boolean {
  return one.initiator === initiator && one.targetAddress === targetAddress && one.identifier === identifier;
}
