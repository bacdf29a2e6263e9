import type { Amount } from '../../model/network/amount.ts';

/**
 * The least each value was within a window, or within at most twice that: two periods of it are kept apart, so
 * that a change costs the same however many there are.
 */
export class RecentLow {
  readonly #windowMs: number;
  readonly #current: Amount[];
  readonly #previous: Amount[];
  readonly #period: Float64Array;

  constructor(values: readonly Amount[], windowMs: number) {
    this.#windowMs = windowMs;
    this.#current = [...values];
    this.#previous = [...values];
    this.#period = new Float64Array(values.length);
  }

  change(
    index: number,
    { before, after, atMs }: { readonly before: Amount; readonly after: Amount; readonly atMs: number },
  ): void {
    this.#turn(index, atMs, before);
    const least = this.#current[index] as Amount;
    if (after < least) this.#current[index] = after;
  }

  /** `now`: the value as it stands since its last change. */
  at(index: number, now: Amount, atMs: number): Amount {
    this.#turn(index, atMs, now);
    const [current, previous] = [this.#current[index] as Amount, this.#previous[index] as Amount];
    return current < previous ? current : previous;
  }

  #turn(index: number, atMs: number, value: Amount): void {
    const period = Math.floor(atMs / this.#windowMs);
    const passed = period - (this.#period[index] as number);
    if (passed <= 0) return;
    this.#previous[index] = passed === 1 ? (this.#current[index] as Amount) : value;
    this.#current[index] = value;
    this.#period[index] = period;
  }
}
