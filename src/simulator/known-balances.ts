import type { Amount } from '../model/network/amount.ts';
import type { EndIndex } from '../model/network/indices.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ledger } from './ledger.ts';

/** What a path-finding service believes channel ends can send. */
export interface KnownBalances {
  covers(end: EndIndex, amount: Amount): boolean;
  available(end: EndIndex): Amount;
}

/** Knows what went into a channel and how much is left of it, not how it is split between the ends. */
export function capacityOnly(ledger: Ledger): KnownBalances {
  return {
    covers: (end, amount) => ledger.capacity(end) >= amount,
    available: (end) => ledger.capacity(end),
  };
}

/** Hears of every change `delayMs` late. */
export class DelayedBalances implements KnownBalances {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #known: Amount[] = [];
  // Changes on their way, in the order they happened; the part before `#next` has arrived.
  #changes: { readonly end: EndIndex; readonly available: Amount; readonly knownAtMs: number }[] = [];
  #next = 0;

  constructor(clock: Clock, delayMs: number) {
    this.#clock = clock;
    this.#delayMs = delayMs;
  }

  /** What is known of the next end from the start. */
  addEnd(available: Amount): void {
    this.#known.push(available);
  }

  noteChange(end: EndIndex, available: Amount): void {
    this.#changes.push({ end, available, knownAtMs: this.#clock.nowMs() + this.#delayMs });
  }

  covers(end: EndIndex, amount: Amount): boolean {
    return this.available(end) >= amount;
  }

  available(end: EndIndex): Amount {
    this.#catchUp();
    return this.#known[end] ?? 0n;
  }

  #catchUp(): void {
    const nowMs = this.#clock.nowMs();
    for (;;) {
      const change = this.#changes[this.#next];
      if (change === undefined || change.knownAtMs > nowMs) break;
      this.#known[change.end] = change.available;
      this.#next += 1;
    }
    // Drop what has arrived once it is the larger part, so that the queue's cost stays linear.
    if (this.#next > 1024 && this.#next * 2 > this.#changes.length) {
      this.#changes = this.#changes.slice(this.#next);
      this.#next = 0;
    }
  }
}
