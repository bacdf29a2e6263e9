/** The nearest double of one amount per channel end, for comparisons that are far from equal. */
export class NearestDoubles {
  #values = new Float64Array(64);
  #changes = new Uint32Array(64);
  #length = 0;

  /** At least as long as there are ends; replaced by a longer one when ends are added. */
  get values(): Float64Array {
    return this.#values;
  }

  /** How often each was set, by end: what was computed from it holds as long as that stays. Replaced like the values. */
  get changes(): Uint32Array {
    return this.#changes;
  }

  add(near: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(2 * this.#length);
      longer.set(this.#values);
      this.#values = longer;
      const changes = new Uint32Array(2 * this.#length);
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
