import type { Amount } from './amount.ts';
import type { PerEnd } from './network.ts';

const LARGEST_WORD = 2n ** 64n - 1n;
const HALF = 2 ** 32;
// Words with a smaller upper half are integers that a double holds exactly.
const EXACT_HIGH = 2 ** 21;

/** A growing list of amounts: 8 bytes each as long as all fit into them, exact at every size. */
export class AmountColumn {
  #words = new BigUint64Array(64);
  // The same memory: two halves of each word.
  #halves = new Uint32Array(this.#words.buffer);
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
      this.#halves = new Uint32Array(longer.buffer);
    }
    this.#words[this.#length] = amount;
    this.#length += 1;
  }

  pushBoth(pair: PerEnd<Amount>): void {
    this.push(pair[0]);
    this.push(pair[1]);
  }

  /** Those from one place to right before another; the words themselves as long as all fit into them. */
  part(from: number, to: number): BigUint64Array | readonly Amount[] {
    return this.#any?.slice(from, to) ?? this.#words.subarray(from, to);
  }

  /** The nearest double of an amount; of most without making the amount. */
  near(place: number): number {
    const high = this.#halves[2 * place + 1] as number;
    // Every system that Node runs on has the lower half first.
    if (this.#any === undefined && high < EXACT_HIGH)
      return high * HALF + (this.#halves[2 * place] as number);
    return Number(this.at(place));
  }

  at(place: number): Amount {
    return (this.#any ?? this.#words)[place] as Amount;
  }
}
