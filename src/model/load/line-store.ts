const CHUNK_BYTES = 1024 * 1024;
// What a character takes at most in UTF-8.
const BYTES_PER_CHARACTER = 3;

/** Texts as bytes outside the heap: garbage collections pass them by, and growing copies nothing. */
export class LineStore {
  readonly #chunks: Buffer[] = [];
  /** In the last chunk. */
  #length = CHUNK_BYTES;
  /** Three numbers for each text: chunk, from, to. */
  #places = new Int32Array(3 * 1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  append(text: string): void {
    const chunk = this.#chunkWith(BYTES_PER_CHARACTER * text.length);
    this.#place(this.#length, chunk.write(text, this.#length));
  }

  /** Takes over a text of another store. */
  appendFrom(other: LineStore, index: number): void {
    const bytes = other.#bytesOf(index);
    bytes.copy(this.#chunkWith(bytes.length), this.#length);
    this.#place(this.#length, bytes.length);
  }

  at(index: number): string {
    return this.#bytesOf(index).toString();
  }

  #chunkWith(bytes: number): Buffer {
    const last = this.#chunks.at(-1);
    if (last !== undefined && this.#length + bytes <= last.length) return last;
    const chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes));
    this.#chunks.push(chunk);
    this.#length = 0;
    return chunk;
  }

  #place(from: number, bytes: number): void {
    const at = 3 * this.#count;
    if (at === this.#places.length) {
      const grown = new Int32Array(2 * at);
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[at] = this.#chunks.length - 1;
    this.#places[at + 1] = from;
    this.#places[at + 2] = from + bytes;
    this.#length = from + bytes;
    this.#count += 1;
  }

  #bytesOf(index: number): Buffer {
    const [chunk, from, to] = this.#places.subarray(3 * index, 3 * index + 3);
    return (this.#chunks[chunk as number] as Buffer).subarray(from, to);
  }
}
