import type { KeptRecords } from './load-result.ts';
import type { OperationRecord } from '../run/outcome.ts';
import { recordFromLine, recordLine } from '../run/lines/record-line.ts';
import { LineStore } from './line-store.ts';

/** Checks look at single payments up to here; more would take more memory than a long load may. */
export const MOST_KEPT_RECORDS = 100_000;

// What is left when there are more: enough for a check to meet a lie that is told once in a thousand.
const SAMPLE = 20_000;

/**
 * Keeps every record of a load, or every n-th by its id when there are too many: as their lines, because a hundred
 * thousand objects would be carried along by every garbage collection while the load runs.
 */
export class LoadRecords {
  #lines = new LineStore();
  #ids: number[] = [];
  #stride = 1;
  #count = 0;

  /** `line` is the record's own, where it is known already. */
  add(record: OperationRecord, line = recordLine(record)): void {
    this.#count += 1;
    const { id } = record.operation;
    if (this.#stride > 1 && id % this.#stride !== 0) return;
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

  #thin(): void {
    while (this.#ids.length > SAMPLE) {
      this.#stride *= 2;
      const lines = new LineStore();
      this.#ids.forEach((id, index) => {
        if (id % this.#stride === 0) lines.appendFrom(this.#lines, index);
      });
      this.#ids = this.#ids.filter((id) => id % this.#stride === 0);
      this.#lines = lines;
    }
  }
}
