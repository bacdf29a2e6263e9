import type { Amount } from './amount.ts';

const LARGEST_WORD = 2n ** 64n - 1n;

/** A growing list of amounts: 8 bytes each as long as all fit into them, exact at every size. */
export class AmountColumn {
  #words = new BigUint64Array(64);
  // In place of the words since the first amount that is none.
  #any: Amount[] | undefined;
  #length = 0;

  push(amount: Amount): void {
    if (this.#any === undefined && (amount < 0n || amount > LARGEST_WORD))
      this.#any = [...this.#words.subarray(0, this.#length)];
    if (this.#any !== undefined) {
      this.#any.push(amount);
      return;
    }
    if (this.#length === this.#words.length) {
      const longer = new BigUint64Array(2 * this.#length);
      longer.set(this.#words);
      this.#words = longer;
    }
    this.#words[this.#length] = amount;
    this.#length += 1;
  }

  at(place: number): Amount {
    return (this.#any ?? this.#words)[place] as Amount;
  }
}
