import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../../model/network/indices.ts';
import type { DelayedAmounts } from './delayed-amounts.ts';
import type { Ledger } from '../ledger.ts';
import { AmountsByEnd } from './amounts-by-end.ts';

/** What a path-finding service believes channel ends can send. */
export interface KnownBalances {
  covers(end: EndIndex, amount: Amount): boolean;
  available(end: EndIndex): Amount;
  /** What is `available` as of now, with what it was before. */
  readonly amounts: AmountsByEnd;
}

/** Knows what went into a channel and how much is left of it, not how it is split between the ends. */
export class KnownCapacities implements KnownBalances {
  readonly #ledger: Ledger;
  readonly amounts = new AmountsByEnd();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Adds the next channel. */
  addChannel(capacity: Amount): void {
    this.amounts.add(capacity);
    this.amounts.add(capacity);
  }

  noteChange(end: EndIndex): void {
    const capacity = this.#ledger.capacity(end);
    this.amounts.set(end, capacity);
    this.amounts.set(otherEnd(end), capacity);
  }

  covers(end: EndIndex, amount: Amount): boolean {
    return this.available(end) >= amount;
  }

  available(end: EndIndex): Amount {
    return this.amounts.of(end);
  }
}

/** Knows balances as they were some time ago. */
export function delayedBalances(amounts: DelayedAmounts): KnownBalances {
  return {
    covers: (end, amount) => amounts.of(end) >= amount,
    available: (end) => amounts.of(end),
    get amounts() {
      return amounts.known;
    },
  };
}
