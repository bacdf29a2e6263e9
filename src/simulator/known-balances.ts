import type { Amount } from '../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ledger } from './ledger.ts';
import { AmountsByEnd } from './amounts-by-end.ts';

/** The amounts that channel ends can send, as a path-finding service believes. */
export interface KnownBalances {
  covers(end: EndIndex, amount: Amount): boolean;
  available(end: EndIndex): Amount;
  /** The same amounts as of now, with those of before. */
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

/** One amount per channel end, as a path-finding service knows it: it hears of every change `delayMs` late. */
export class DelayedAmounts implements KnownBalances {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #known = new AmountsByEnd();
  // Changes on their way, in the order they happened; the part before `#next` has arrived.
  #changes: { readonly end: EndIndex; readonly amount: Amount; readonly knownAtMs: number }[] = [];
  #next = 0;

  constructor(clock: Clock, delayMs: number) {
    this.#clock = clock;
    this.#delayMs = delayMs;
  }

  /** Adds the next end, with the amount that is known from the start. */
  addEnd(amount: Amount): void {
    this.#known.add(amount);
  }

  noteChange(end: EndIndex, amount: Amount): void {
    this.#changes.push({ end, amount, knownAtMs: this.#clock.nowMs() + this.#delayMs });
  }

  covers(end: EndIndex, amount: Amount): boolean {
    return this.available(end) >= amount;
  }

  available(end: EndIndex): Amount {
    return this.amounts.of(end);
  }

  get amounts(): AmountsByEnd {
    this.#catchUp();
    return this.#known;
  }

  #catchUp(): void {
    if (this.#next === this.#changes.length) return;
    const nowMs = this.#clock.nowMs();
    for (;;) {
      const change = this.#changes[this.#next];
      if (change === undefined || change.knownAtMs > nowMs) break;
      this.#known.set(change.end, change.amount);
      this.#next += 1;
    }
    // Drop what has arrived once it is the larger part, so that the queue's cost stays linear.
    if (this.#next > 1024 && this.#next * 2 > this.#changes.length) {
      this.#changes = this.#changes.slice(this.#next);
      this.#next = 0;
    }
  }
}
