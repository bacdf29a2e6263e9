import type { Amount } from '../../model/network/amount.ts';
import type { EndIndex } from '../../model/network/indices.ts';
import { NearestDoubles } from './nearest-doubles.ts';

// What is kept of the past is copied once in so many changes at most, so that dropping the oldest costs next to nothing.
const FEWEST_DROPPED = 1024;

/** One amount per channel end with its nearest double, and, where somebody asked for it, what it was before. */
export class AmountsByEnd {
  readonly #exact: Amount[] = [];
  readonly #nearly = new NearestDoubles();
  // Changes that are kept, oldest first: the end, and what it had before. `#dropped` older ones are not.
  // The arrays keep their room: cutting one is a call into the runtime, and they run empty with nearly every payment.
  #ends: EndIndex[] = [];
  #before: Amount[] = [];
  #count = 0;
  #dropped = 0;
  #isKeeping = false;

  /** Adds the next end. */
  add(amount: Amount): void {
    this.#exact.push(amount);
    this.#nearly.add(amount);
  }

  of(end: EndIndex): Amount {
    return this.#exact[end] as Amount;
  }

  /** The nearest doubles, by end; replaced by a longer array when ends are added. */
  get nearly(): Float64Array {
    return this.#nearly.values;
  }

  /** How often each amount was set, by end; replaced like the nearest doubles. */
  get changes(): Uint32Array {
    return this.#nearly.changes;
  }

  set(end: EndIndex, amount: Amount): void {
    if (this.#isKeeping) {
      this.#ends[this.#count] = end;
      this.#before[this.#count] = this.of(end);
      this.#count += 1;
    }
    this.#replace(end, amount);
  }

  /** Names this moment for `asOf`, which knows it as long as it is kept. */
  get version(): number {
    return this.#dropped + this.#count;
  }

  /** From now on the past is kept back to that moment; undefined: not at all. */
  keepFrom(version: number | undefined): void {
    this.#isKeeping = version !== undefined;
    const count = (version ?? this.version) - this.#dropped;
    if (version === undefined && this.#ends.length < 2 * FEWEST_DROPPED) this.#count = 0;
    else if (version === undefined || (count >= FEWEST_DROPPED && count * 2 > this.#count)) {
      this.#ends = this.#ends.slice(count, this.#count);
      this.#before = this.#before.slice(count, this.#count);
      this.#count -= count;
    } else return;
    this.#dropped += count;
  }

  /** Looks at the amounts as they were at a moment that is kept; nothing may change meanwhile. */
  asOf<T>(version: number, look: () => T): T {
    const first = version - this.#dropped;
    for (let at = this.#count - 1; at >= first; at -= 1) this.#exchange(at);
    try {
      return look();
    } finally {
      for (let at = first; at < this.#count; at += 1) this.#exchange(at);
    }
  }

  #exchange(at: number): void {
    const end = this.#ends[at] as EndIndex;
    const other = this.#before[at] as Amount;
    this.#before[at] = this.of(end);
    this.#replace(end, other);
  }

  #replace(end: EndIndex, amount: Amount): void {
    this.#exact[end] = amount;
    this.#nearly.set(end, amount);
  }
}
