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
  // Hardly ever two of one identifier; a key of all three would be written out for every payment.
  readonly #byIdentifier = new Map<bigint, T | readonly T[]>();

  find(name: PaymentName): T | undefined {
    const known = this.#byIdentifier.get(name.identifier);
    if (known === undefined) return undefined;
    if (isList(known)) return known.find((one) => isNamed(one, name));
    return isNamed(known, name) ? known : undefined;
  }

  /** None of its name may be known. */
  add(payment: T): void {
    const { identifier } = payment;
    const known = this.#byIdentifier.get(identifier);
    const all = known === undefined ? payment : isList(known) ? [...known, payment] : [known, payment];
    this.#byIdentifier.set(identifier, all);
  }

  remove(payment: T): void {
    const { identifier } = payment;
    const known = this.#byIdentifier.get(identifier);
    if (known === payment) this.#byIdentifier.delete(identifier);
    else if (known !== undefined && isList(known))
      this.#byIdentifier.set(
        identifier,
        known.filter((one) => one !== payment),
      );
  }
}

function isList<T extends PaymentName>(known: T | readonly T[]): known is readonly T[] {
  return Array.isArray(known);
}

function isNamed(one: PaymentName, { initiator, targetAddress, identifier }: PaymentName): boolean {
  return one.initiator === initiator && one.targetAddress === targetAddress && one.identifier === identifier;
}
