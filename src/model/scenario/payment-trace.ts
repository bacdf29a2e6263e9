import { type TracedPayment, TraceRows } from './trace-rows.ts';

/** Collects payments in any order. */
export class PaymentTraceBuilder {
  readonly #rows = new TraceRows();
  #isAscending = true;
  #last: Turn | undefined;

  get length(): number {
    return this.#rows.length;
  }

  add(payment: TracedPayment): void {
    const last = this.#last;
    if (last !== undefined && isBefore(payment, last)) this.#isAscending = false;
    this.#last = payment;
    this.#rows.add(payment);
  }

  /** Nothing may be added afterwards. */
  finish(): PaymentTrace {
    return new PaymentTrace(this.#rows, this.#isAscending ? undefined : inOrderOfTime(this.#rows));
  }
}

/** Payments in the order of their moments, a million in some 40 MB. Moments count from the first one's. */
export class PaymentTrace {
  readonly #rows: TraceRows;
  // Absent: as they were added.
  readonly #order: Uint32Array | undefined;
  readonly #firstMs: number;

  constructor(rows: TraceRows, order: Uint32Array | undefined) {
    this.#rows = rows;
    this.#order = order;
    this.#firstMs = rows.length === 0 ? 0 : rows.atMs(this.#rowOf(0));
  }

  get length(): number {
    return this.#rows.length;
  }

  /** Moment of the last one. */
  get lastAtMs(): number {
    return this.length === 0 ? 0 : this.atMs(this.length - 1);
  }

  /** In whole microseconds: differences of large numbers are not exact. */
  atMs(index: number): number {
    return Math.round((this.#rows.atMs(this.#rowOf(index)) - this.#firstMs) * 1000) / 1000;
  }

  payment(index: number): TracedPayment {
    return { ...this.#rows.at(this.#rowOf(index)), atMs: this.atMs(index) };
  }

  /** Left out of whatever is written: the file it came from is named beside it. */
  toJSON(): undefined {
    return undefined;
  }

  #rowOf(index: number): number {
    return this.#order === undefined ? index : (this.#order[index] as number);
  }
}

type Turn = Pick<TracedPayment, 'atMs' | 'sequence'>;

function isBefore(one: Turn, other: Turn): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.sequence < other.sequence);
}

function inOrderOfTime(rows: TraceRows): Uint32Array {
  const order = Uint32Array.from({ length: rows.length }, (_, index) => index);
  return order.sort(
    (one, other) => rows.atMs(one) - rows.atMs(other) || rows.sequence(one) - rows.sequence(other),
  );
}
