import type { Amount } from './amount.ts';
import type { PerEnd } from './network.ts';

const LARGEST_WORD = 2n ** 64n - 1n;
const HALF = 2 ** 32;
// Words with a smaller upper half are integers that a double holds exactly.
const EXACT_HIGH = 2 ** 21;
/** Nearest doubles below this in size are the integers themselves. */
export const EXACT = 2 ** 53;

/** Some amounts that follow each other: words, where all amounts of the column fit into words. */
export type AmountsPart = BigUint64Array | readonly Amount[];

/**
 * A growing list of amounts: 8 bytes each as long as all fit into them, exact at every size. What a double holds exactly
 * is changed in doubles, which makes no object.
 */
export class AmountColumn {
  #words = new BigUint64Array(8);
  // The same memory: two halves of each word. Every system that Node runs on has the lower half first.
  #halves = new Uint32Array(this.#words.buffer);
  // In place of the words since the first amount that is none.
  #any: Amount[] | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The same amounts in memory of their own. */
  clone(): AmountColumn {
    const column = new AmountColumn();
    column.#words = this.#words.slice(0, this.#length);
    column.#halves = new Uint32Array(column.#words.buffer);
    column.#any = this.#any && [...this.#any];
    column.#length = this.#length;
    return column;
  }

  push(amount: Amount): void {
    this.#makeFit(amount);
    if (this.#any === undefined) {
      this.#makeRoom();
      this.#words[this.#length] = amount;
    } else this.#any.push(amount);
    this.#length += 1;
  }

  /** Adds what another column has at a place. */
  pushFrom(column: AmountColumn, place: number): void {
    if (this.#any !== undefined || column.#any !== undefined) return this.push(column.at(place));
    this.#makeRoom();
    this.#halves[2 * this.#length] = column.#halves[2 * place] as number;
    this.#halves[2 * this.#length + 1] = column.#halves[2 * place + 1] as number;
    this.#length += 1;
  }

  pushZeros(count: number): void {
    if (this.#any === undefined) this.#makeRoom(count);
    for (let added = 0; added < count; added += 1) {
      if (this.#any === undefined) this.#words[this.#length] = 0n;
      else this.#any.push(0n);
      this.#length += 1;
    }
  }

  pushBoth(pair: PerEnd<Amount>): void {
    this.push(pair[0]);
    this.push(pair[1]);
  }

  pushBothFrom(column: AmountColumn, place: number): void {
    this.pushFrom(column, place);
    this.pushFrom(column, place + 1);
  }

  /** Replaces one that was added. */
  set(place: number, amount: Amount): void {
    this.#makeFit(amount);
    if (this.#any === undefined) this.#words[place] = amount;
    else this.#any[place] = amount;
  }

  /** Replaces one that was added by an integer that a double holds exactly. */
  setDouble(place: number, amount: number): void {
    if (this.#any !== undefined || amount < 0) return this.set(place, BigInt(amount));
    this.#halves[2 * place] = amount;
    this.#halves[2 * place + 1] = amount / HALF;
  }

  /** Adds to one that was added before; `near` is the double next to the amount. */
  increase(place: number, amount: Amount, near: number): void {
    const before = this.near(place);
    if (isExactSum(before, near)) this.setDouble(place, before + near);
    else this.set(place, this.at(place) + amount);
  }

  /** As `increase`, but takes away. */
  decrease(place: number, amount: Amount, near: number): void {
    const before = this.near(place);
    if (isExactSum(before, -near)) this.setDouble(place, before - near);
    else this.set(place, this.at(place) - amount);
  }

  /** Puts what another column has at `from` at a place of this one, or right behind its last. */
  copy(place: number, column: AmountColumn, from: number): void {
    const near = column.near(from);
    if (place < this.length && Math.abs(near) < EXACT) this.setDouble(place, near);
    else if (place < this.length) this.set(place, column.at(from));
    else this.pushFrom(column, from);
  }

  /** Exchanges what stands at two places. */
  exchange(place: number, column: AmountColumn, other: number): void {
    const amount = this.at(place);
    this.copy(place, column, other);
    column.set(other, amount);
  }

  /** Leaves what stands from one place to right before another. */
  keepPart(from: number, to: number): void {
    if (this.#any !== undefined) this.#any = this.#any.slice(from, to);
    else this.#words.copyWithin(0, from, to);
    this.#length = to - from;
  }

  /** The nearest double of an amount; of most without making the amount. */
  near(place: number): number {
    const high = this.#halves[2 * place + 1] as number;
    if (this.#any === undefined && high < EXACT_HIGH)
      return high * HALF + (this.#halves[2 * place] as number);
    return Number(this.at(place));
  }

  at(place: number): Amount {
    return (this.#any ?? this.#words)[place] as Amount;
  }

  /** The amounts from one place to right before another; to be read only. */
  part(from: number, to: number): AmountsPart {
    return this.#any === undefined ? this.#words.subarray(from, to) : this.#any.slice(from, to);
  }

  #makeRoom(count = 1): void {
    if (this.#length + count <= this.#words.length) return;
    const longer = new BigUint64Array(Math.max(2 * this.#length, this.#length + count));
    longer.set(this.#words);
    this.#words = longer;
    this.#halves = new Uint32Array(longer.buffer);
  }

  #makeFit(amount: Amount): void {
    if (this.#any === undefined && (amount < 0n || amount > LARGEST_WORD))
      this.#any = [...this.#words.subarray(0, this.#length)];
  }
}

// Both of them and their sum.
function isExactSum(a: number, b: number): boolean {
  return Math.abs(a) < EXACT && Math.abs(b) < EXACT && Math.abs(a + b) < EXACT;
}
