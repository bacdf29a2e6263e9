import { PlaceCounts } from '../../model/failure-place.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { pickRecords, predictedRecords, type StoredRun } from '../../model/run/run.ts';
import { PaymentTally } from './payment-tally.ts';
import { reportedPayment } from './reported-payment.ts';
import { isStated, isUnexpected } from './unexpected-steps.ts';

/** The sums over a run's records: each record is added as its operation ends, or as it is read back, and not kept. */
export class RunTally {
  readonly payments = new PaymentTally();
  /** Records of operations that are no payments, and of payments whose outcome a step states. */
  readonly steps: OperationRecord[] = [];
  readonly rows: HeldRows;
  operations = 0;
  lastEndedAtMs = 0;
  /** Number of steps with an unexpected outcome. */
  unexpected = 0;
  /** Failures that no step expects: their number and their places. */
  surprises = { failed: 0, places: new PlaceCounts() };
  readonly #header: StoredRun['header'];
  /** Of the operations that have a record. */
  readonly ids = new IdSet();

  constructor({ header, comparison }: Pick<StoredRun, 'header' | 'comparison'>) {
    this.#header = header;
    this.rows = new HeldRows(comparison);
  }

  static of(run: StoredRun): RunTally {
    const tally = new RunTally(run);
    const predicted = predictedRecords(run);
    for (const record of run.records) tally.add(record, predicted.get(record.operation.id));
    return tally;
  }

  /** `predicted`: a replay's, whose trace stands in for that of nodes, which tell none. */
  add(record: OperationRecord, predicted?: OperationRecord): void {
    const { id, kind } = record.operation;
    this.operations += 1;
    this.ids.add(id);
    this.lastEndedAtMs = Math.max(this.lastEndedAtMs, record.endedAtMs);
    this.rows.add(record);
    const stated = isStated(record);
    const unexpected = stated && isUnexpected(record, this.#header);
    if (unexpected) this.unexpected += 1;
    if (stated || kind !== 'pay') this.steps.push(record);
    const payment = reportedPayment(record, predicted);
    if (payment === undefined) return;
    this.payments.add(payment);
    if (payment.result !== 'failed' || (stated && !unexpected)) return;
    this.surprises.failed += 1;
    if (payment.place !== undefined) this.surprises.places.add(payment.place);
  }
}

// A bit for each number: a run numbers its operations from 0.
class IdSet {
  #bits = new Uint32Array(64);
  size = 0;

  add(id: number): void {
    const word = id >>> 5;
    if (word >= this.#bits.length) {
      const grown = new Uint32Array(Math.max(2 * this.#bits.length, word + 1));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    const bit = 1 << (id & 31);
    if (((this.#bits[word] as number) & bit) !== 0) return;
    this.#bits[word] = (this.#bits[word] as number) | bit;
    this.size += 1;
  }
}

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
