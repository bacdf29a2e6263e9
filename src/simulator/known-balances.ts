import type { Amount } from '../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { DelayedAmounts } from './delayed-amounts.ts';
import type { Ledger } from './ledger.ts';
import { NearestDoubles } from './nearest-doubles.ts';

/** What a path-finding service believes channel ends can send. */
export interface KnownBalances {
  covers(end: EndIndex, amount: Amount): boolean;
  available(end: EndIndex): Amount;
  /** The nearest doubles of `available`, by end. */
  nearlyAvailable(): Float64Array;
}

/** Knows what went into a channel and how much is left of it, not how it is split between the ends. */
export class KnownCapacities implements KnownBalances {
  readonly #ledger: Ledger;
  readonly #nearly = new NearestDoubles();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Adds the next channel. */
  addChannel(capacity: Amount): void {
    this.#nearly.add(capacity);
    this.#nearly.add(capacity);
  }

  noteChange(end: EndIndex): void {
    const capacity = this.available(end);
    this.#nearly.set(end, capacity);
    this.#nearly.set(otherEnd(end), capacity);
  }

  covers(end: EndIndex, amount: Amount): boolean {
    return this.available(end) >= amount;
  }

  available(end: EndIndex): Amount {
    return this.#ledger.capacity(end);
  }

  nearlyAvailable(): Float64Array {
    return this.#nearly.values;
  }
}

/** Knows balances as they were some time ago. */
export function delayedBalances(amounts: DelayedAmounts): KnownBalances {
  return {
    covers: (end, amount) => amounts.of(end) >= amount,
    available: (end) => amounts.of(end),
    nearlyAvailable: () => amounts.nearly(),
  };
}
