const CHUNK = 1_024;

/** A growing list of doubles, 8 bytes each: it grows in chunks, so that no number is copied and none is an object. */
export class NumberColumn {
  readonly #chunks: Float64Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length % CHUNK;
    if (at === 0) this.#chunks.push(new Float64Array(CHUNK));
    (this.#chunks.at(-1) as Float64Array)[at] = value;
    this.#length += 1;
  }

  at(place: number): number {
    return (this.#chunks[Math.floor(place / CHUNK)] as Float64Array)[place % CHUNK] as number;
  }

  /** A copy in the order in which they were added. */
  values(): Float64Array {
    const values = new Float64Array(this.#length);
    this.#chunks.forEach((chunk, index) => {
      values.set(chunk.subarray(0, Math.min(CHUNK, this.#length - index * CHUNK)), index * CHUNK);
    });
    return values;
  }

  /** A copy in ascending order. */
  ascending(): Float64Array {
    return this.values().sort();
  }
}
