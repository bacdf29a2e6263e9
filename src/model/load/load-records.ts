import type { OperationRecord } from '../run/operation.ts';
import { recordFromLine } from '../run/run-json.ts';
import type { KeptRecords } from './load-result.ts';

/** Checks look at single payments up to here; more would take more memory than a long load may. */
export const MOST_KEPT_RECORDS = 100_000;

// The most records that are kept: enough for a check to meet a lie that is told once in a thousand.
const SAMPLE = 20_000;

/**
 * Keeps every record of a load, or every n-th payment by its id when there are too many: as their lines, because a hundred
 * thousand objects would be carried along by every garbage collection while the load runs.
 */
export class LoadRecords {
  #lines = new LineStore();
  #ids: number[] = [];
  /** Steps that are no payments: they say how to judge all others. */
  readonly #steps = new Set<number>();
  #stride = 1;
  #count = 0;

  /** `line` is the record's own. */
  add({ operation: { id, kind } }: OperationRecord, line: Uint8Array): void {
    this.#count += 1;
    if (kind !== 'pay') this.#steps.add(id);
    if (!this.#isKept(id)) return;
    this.#lines.append(line);
    this.#ids.push(id);
    if (this.#ids.length > (this.#stride === 1 ? MOST_KEPT_RECORDS : 2 * SAMPLE)) this.#thin();
  }

  /** In the order in which they ended; made anew each time. */
  get records(): readonly OperationRecord[] {
    return this.#ids.map((_, index) => recordFromLine(this.#lines.at(index)) as OperationRecord);
  }

  get kept(): KeptRecords {
    return { kind: this.#stride === 1 ? 'all' : 'sample', of: this.#count };
  }

  #isKept(id: number): boolean {
    return id % this.#stride === 0 || this.#steps.has(id);
  }

  #thin(): void {
    while (this.#ids.length - this.#steps.size > SAMPLE) {
      this.#stride *= 2;
      const lines = new LineStore();
      this.#ids.forEach((id, index) => {
        if (this.#isKept(id)) lines.appendFrom(this.#lines, index);
      });
      this.#ids = this.#ids.filter((id) => this.#isKept(id));
      this.#lines = lines;
    }
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** Texts as bytes outside the heap: garbage collections pass them by, and growing copies nothing. */
export class LineStore {
  readonly #chunks: Buffer[] = [];
  /** In the last chunk. */
  #length = CHUNK_BYTES;
  /** Three numbers for each text: chunk, from, to. */
  #places = new Int32Array(3 * 1024);
  #count = 0;

  append(bytes: Uint8Array): void {
    this.#chunkWith(bytes.length).set(bytes, this.#length);
    this.#place(this.#length, bytes.length);
  }

  /** Takes over a text of another store. */
  appendFrom(other: LineStore, index: number): void {
    this.append(other.#bytesOf(index));
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
