import type { KeptRecords } from '../model/load-result.ts';
import type { OperationRecord } from '../model/outcome.ts';

/** Checks look at single payments up to here; more would take more memory than a long load may. */
export const MOST_KEPT_RECORDS = 100_000;

// What is left when there are more: enough for a check to meet a lie that is told once in a thousand.
const SAMPLE = 20_000;

/** Keeps every record of a load, or every n-th by its id when there are too many. */
export class LoadRecords {
  #records: OperationRecord[] = [];
  #stride = 1;
  #count = 0;

  add(record: OperationRecord): void {
    this.#count += 1;
    if (this.#stride > 1 && record.operation.id % this.#stride !== 0) return;
    this.#records.push(record);
    const most = this.#stride === 1 ? MOST_KEPT_RECORDS : 2 * SAMPLE;
    if (this.#records.length <= most) return;
    while (this.#records.length > SAMPLE) {
      this.#stride *= 2;
      this.#records = this.#records.filter(({ operation }) => operation.id % this.#stride === 0);
    }
  }

  /** In the order in which they ended. */
  get records(): readonly OperationRecord[] {
    return this.#records;
  }

  get kept(): KeptRecords {
    return { kind: this.#stride === 1 ? 'all' : 'sample', of: this.#count };
  }
}
