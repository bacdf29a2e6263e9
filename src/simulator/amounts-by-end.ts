import type { Amount } from '../model/network/amount.ts';
import { AmountColumn } from '../model/network/amount-column.ts';
import type { EndIndex } from '../model/network/indices.ts';

// The kept past is copied once in so many changes at most, so that dropping the oldest costs next to nothing.
const FEWEST_DROPPED = 1024;
const FIRST_ROOM = 64;

/** One amount per channel end with its nearest double, and, where somebody asked for it, what it was before. */
export class AmountsByEnd {
  #exact = new AmountColumn();
  #length = 0;
  readonly #nearly = new NearestDoubles();
  // Changes that are kept, oldest first: the end, and what it had before. `#dropped` older ones are not.
  // The arrays keep their room: cutting one is a call into the runtime, and they run empty with nearly every payment.
  #ends: EndIndex[] = [];
  #before = new AmountColumn();
  #count = 0;
  #dropped = 0;
  #isKeeping = false;

  /** Takes the amounts of the first ends. */
  startWith(amounts: AmountColumn): void {
    this.#exact = amounts.clone();
    this.#length = amounts.length;
    this.#nearly.startWith(amounts);
  }

  /** Adds the next end. */
  add(amount: Amount): void {
    this.#exact.push(amount);
    this.#nearly.add(this.#exact.near(this.#length));
    this.#length += 1;
  }

  of(end: EndIndex): Amount {
    return this.#exact.at(end);
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
    if (this.#isKeeping) this.#keep(end);
    this.#exact.set(end, amount);
    this.#nearly.set(end, this.#exact.near(end));
  }

  /** As `set`, for an integer that a double holds exactly. */
  setDouble(end: EndIndex, amount: number): void {
    if (this.#isKeeping) this.#keep(end);
    this.#exact.setDouble(end, amount);
    this.#nearly.set(end, amount);
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
      this.#before.keepPart(count, this.#count);
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

  #keep(end: EndIndex): void {
    this.#ends[this.#count] = end;
    this.#before.copy(this.#count, this.#exact, end);
    this.#count += 1;
  }

  #exchange(at: number): void {
    const end = this.#ends[at] as EndIndex;
    this.#before.exchange(at, this.#exact, end);
    this.#nearly.set(end, this.#exact.near(end));
  }
}

/** The nearest double of one amount per channel end, for comparisons that are far from equal. */
class NearestDoubles {
  #values = new Float64Array(FIRST_ROOM);
  #changes = new Uint32Array(FIRST_ROOM);
  #length = 0;

  /** At least as long as there are ends; replaced by a longer one when ends are added. */
  get values(): Float64Array {
    return this.#values;
  }

  /** How often each was set, by end: a value computed from it is valid while this stays. Replaced like the values. */
  get changes(): Uint32Array {
    return this.#changes;
  }

  startWith(amounts: AmountColumn): void {
    this.#length = amounts.length;
    this.#values = new Float64Array(this.#length);
    for (let end = 0; end < this.#length; end += 1) this.#values[end] = amounts.near(end);
    this.#changes = new Uint32Array(this.#length);
  }

  add(near: number): void {
    if (this.#length === this.#values.length) {
      const room = Math.max(FIRST_ROOM, 2 * this.#length);
      const longer = new Float64Array(room);
      longer.set(this.#values);
      this.#values = longer;
      const changes = new Uint32Array(room);
      changes.set(this.#changes);
      this.#changes = changes;
    }
    this.#values[this.#length] = near;
    this.#length += 1;
  }

  set(end: number, near: number): void {
    this.#values[end] = near;
    this.#changes[end] = (this.#changes[end] as number) + 1;
  }
}
