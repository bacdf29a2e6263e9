/** Virtual users that may start a payment, in the order in which they became free: a ring in typed arrays. */
export class FreeUsers {
  readonly #users: Int32Array;
  readonly #sinceMs: Float64Array;
  #head = 0;
  #count = 0;

  /** Holds at most so many; each at most once. */
  constructor(most: number) {
    this.#users = new Int32Array(most);
    this.#sinceMs = new Float64Array(most);
  }

  get count(): number {
    return this.#count;
  }

  /** Since when the first is free; only while there is one. */
  get firstSinceMs(): number {
    return this.#sinceMs[this.#head] as number;
  }

  add(user: number, sinceMs: number): void {
    const tail = this.#placeOf(this.#count);
    this.#users[tail] = user;
    this.#sinceMs[tail] = sinceMs;
    this.#count += 1;
  }

  /** Only while there is one. */
  takeFirst(): number {
    const user = this.#users[this.#head] as number;
    this.#head = this.#placeOf(1);
    this.#count -= 1;
    return user;
  }

  /** Drops the users numbered from `lowest` on, and says which they were. */
  dropFrom(lowest: number): readonly number[] {
    const dropped: number[] = [];
    const before = this.#count;
    this.#count = 0;
    for (let index = 0; index < before; index += 1) {
      const place = this.#placeOf(index);
      const user = this.#users[place] as number;
      if (user >= lowest) dropped.push(user);
      else this.add(user, this.#sinceMs[place] as number);
    }
    return dropped;
  }

  #placeOf(index: number): number {
    return (this.#head + index) % this.#users.length;
  }
}
