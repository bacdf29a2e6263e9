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

// A sum of many amounts costs what a single one does, and is as certain a moment later.
const PERIOD_MS = 10;

interface Due<Index> {
  readonly dueMs: number;
  readonly sums: Map<Index, Amount>;
}

/** Amounts that become certain at a moment, or up to 10 ms after it, by number of what they belong to. */
export class DueSums<Index> {
  /** Ascending. */
  readonly #due: Due<Index>[] = [];

  add(index: Index, amount: Amount, atMs: number): void {
    const { sums } = this.#dueAt((Math.floor(atMs / PERIOD_MS) + 1) * PERIOD_MS);
    sums.set(index, (sums.get(index) ?? 0n) + amount);
  }

  isDue(nowMs: number): boolean {
    const first = this.#due[0];
    return first !== undefined && first.dueMs <= nowMs;
  }

  /** Tells what is due by now. */
  take(nowMs: number, tell: (index: Index, sum: Amount) => void): void {
    let taken = 0;
    for (; taken < this.#due.length; taken += 1) {
      const { dueMs, sums } = this.#due[taken] as Due<Index>;
      if (dueMs > nowMs) break;
      for (const [index, sum] of sums) tell(index, sum);
    }
    if (taken > 0) this.#due.splice(0, taken);
  }

  // Nearly always the last one: what is added later is due later, but for ways of another length.
  #dueAt(dueMs: number): Due<Index> {
    let at = this.#due.length;
    while (at > 0 && (this.#due[at - 1] as Due<Index>).dueMs > dueMs) at -= 1;
    const last = this.#due[at - 1];
    if (last?.dueMs === dueMs) return last;
    const made: Due<Index> = { dueMs, sums: new Map() };
    this.#due.splice(at, 0, made);
    return made;
  }
}
