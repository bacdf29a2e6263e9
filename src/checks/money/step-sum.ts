import type { Amount } from '../../model/network/amount.ts';

/** A sum that grows at moments, told for any moment. Everything is added before anything is asked. */
export class StepSum {
  readonly #steps: { readonly atMs: number; readonly amount: Amount }[] = [];
  #sums: readonly { readonly atMs: number; readonly sum: Amount }[] | undefined;

  /** At infinity: never. */
  add(atMs: number, amount: Amount): void {
    if (amount !== 0n && atMs !== Number.POSITIVE_INFINITY) this.#steps.push({ atMs, amount });
    this.#sums = undefined;
  }

  until(atMs: number): Amount {
    const sums = (this.#sums ??= this.#added());
    let [low, high] = [0, sums.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    return sums[low - 1]?.sum ?? 0n;
  }

  #added(): readonly { readonly atMs: number; readonly sum: Amount }[] {
    let sum = 0n;
    return this.#steps
      .toSorted((one, other) => one.atMs - other.atMs)
      .map(({ atMs, amount }) => ({ atMs, sum: (sum += amount) }));
  }
}
