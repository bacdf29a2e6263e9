import type { OperationRecord } from '../../model/run/operation.ts';
import { pickRecords, type StoredRun } from '../../model/run/run.ts';

/** The most operations that a page holds: 10,000 with their hops are some megabyte. */
export const MOST_OPERATIONS = 10_000;

/**
 * The operations that a page holds, by their places among the records: where there is no room for all, those come first
 * that did not succeed or, in a replay, not agree.
 */
export class HeldRows {
  readonly #differing: ReadonlySet<number> | undefined;
  readonly #notable: number[] = [];
  readonly #others: number[] = [];
  #count = 0;

  constructor(comparison: StoredRun['comparison']) {
    this.#differing =
      comparison &&
      new Set(
        comparison.operations.filter(({ verdict }) => verdict !== 'agrees').map(({ operation }) => operation),
      );
  }

  add({ operation: { id }, outcome }: OperationRecord): void {
    const isNotable = this.#differing === undefined ? outcome.kind !== 'succeeded' : this.#differing.has(id);
    const places = isNotable ? this.#notable : this.#others;
    if (places.length < MOST_OPERATIONS) places.push(this.#count);
    this.#count += 1;
  }

  /** The records, notable ones first where there is no room for all. */
  of({ records }: Pick<StoredRun, 'records'>): readonly OperationRecord[] {
    const notable = this.#notable;
    const others = this.#others.slice(0, MOST_OPERATIONS - notable.length);
    const places = [...notable, ...others].sort((one, other) => one - other);
    const picked = pickRecords(records, places);
    if (this.#count <= MOST_OPERATIONS) return picked;
    const isNotable = new Set(notable);
    const [first, last] = [true, false].map((wanted) =>
      picked.filter((_, at) => isNotable.has(places[at] as number) === wanted),
    );
    return [...(first ?? []), ...(last ?? [])];
  }
}
