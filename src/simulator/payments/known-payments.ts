import type { Address } from '../../model/network/address.ts';
import type { NodeIndex } from '../../model/network/indices.ts';

/** What tells a payment from others. */
export interface PaymentName {
  readonly initiator: NodeIndex;
  readonly targetAddress: Address;
  readonly identifier: bigint;
}

/** Payments of all nodes by initiator, target and identifier. */
export class KnownPayments<T extends PaymentName> {
  // Hardly ever two of one identifier; a key of all three would be written out for every payment. Places in a list,
  // because a table that a map has outgrown keeps what was in it until a full garbage collection.
  readonly #placeOf = new Map<bigint, number>();
  readonly #places: (T | readonly T[] | undefined)[] = [];
  readonly #free: number[] = [];

  find(name: PaymentName): T | undefined {
    const known = this.#at(this.#placeOf.get(name.identifier));
    if (known === undefined) return undefined;
    if (isList(known)) return known.find((one) => isNamed(one, name));
    return isNamed(known, name) ? known : undefined;
  }

  /** None of its name may be known. */
  add(payment: T): void {
    const { identifier } = payment;
    const place = this.#placeOf.get(identifier);
    const known = this.#at(place);
    if (place === undefined || known === undefined) {
      const free = this.#free.pop() ?? this.#places.length;
      this.#places[free] = payment;
      this.#placeOf.set(identifier, free);
    } else this.#places[place] = isList(known) ? [...known, payment] : [known, payment];
  }

  remove(payment: T): void {
    const { identifier } = payment;
    const place = this.#placeOf.get(identifier);
    const known = this.#at(place);
    if (place === undefined || known === undefined) return;
    const left = isList(known) ? known.filter((one) => one !== payment) : undefined;
    if (left !== undefined && left.length > 0) this.#places[place] = left;
    else if (left !== undefined || known === payment) this.#forget(identifier, place);
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
