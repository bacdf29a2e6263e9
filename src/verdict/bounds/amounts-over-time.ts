import type { Amount } from '../../model/network/amount.ts';

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
