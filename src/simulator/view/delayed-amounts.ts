import type { Amount } from '../../model/network/amount.ts';
import type { EndIndex } from '../../model/network/indices.ts';
import type { Clock } from '../../ports/clock.ts';
import { AmountsByEnd } from './amounts-by-end.ts';

/** One amount per channel end, as a path-finding service knows it: it hears of every change `delayMs` late. */
export class DelayedAmounts {
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

  /** What is known of the next end from the start. */
  addEnd(amount: Amount): void {
    this.#known.add(amount);
  }

  noteChange(end: EndIndex, amount: Amount): void {
    this.#changes.push({ end, amount, knownAtMs: this.#clock.nowMs() + this.#delayMs });
  }

  /** What is known of the end by now. */
  of(end: EndIndex): Amount {
    return this.known.of(end);
  }

  /** What is known by now, with what was known before. */
  get known(): AmountsByEnd {
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
