import { madeOnce } from '../gather.ts';
import { NumberColumn } from '../../statistics/number-column.ts';
import { AmountColumn } from '../network/amount-column.ts';
import type { PayRequest } from '../run/operation.ts';

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

/** Payments in the order of their moments, a million in some 60 MB. Moments count from the first one's. */
export class PaymentTrace {
  readonly #rows: TraceRows;
  // Absent: as they were added.
  readonly #order: Uint32Array | undefined;
  /** The moment of the first one as its file has it. */
  readonly firstMs: number;

  constructor(rows: TraceRows, order: Uint32Array | undefined) {
    this.#rows = rows;
    this.#order = order;
    this.firstMs = rows.length === 0 ? 0 : rows.atMs(this.#rowOf(0));
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
    return Math.round((this.#rows.atMs(this.#rowOf(index)) - this.firstMs) * 1000) / 1000;
  }

  payment(index: number): TracedPayment {
    return { ...this.#rows.at(this.#rowOf(index)), atMs: this.atMs(index) };
  }

  /** All of them; a long trace is many objects. */
  all(): readonly TracedPayment[] {
    return Array.from({ length: this.length }, (_, index) => this.payment(index));
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

/** The words of the column `outcome`. */
export const RECORDED_OUTCOMES = ['succeeded', 'failed'] as const;

/** One of them. */
export type RecordedOutcome = (typeof RECORDED_OUTCOMES)[number];

/** One payment of a trace, as it was recorded. */
export interface TracedPayment extends Pick<PayRequest, 'node' | 'target' | 'token' | 'amount'> {
  readonly atMs: number;
  /** Absent: it gets one when it is sent. */
  readonly identifier?: bigint;
  /** How it ended when it was recorded; absent: not recorded. */
  readonly outcome?: RecordedOutcome;
  /** Its line in a CSV, its operation in a run: orders payments of the same moment. */
  readonly sequence: number;
}

/** Traced payments in columns, as they were added. */
class TraceRows {
  readonly #moments = new NumberColumn();
  readonly #sequences = new NumberColumn();
  /** Three of each row, by their places among the names: payer, payee and token. */
  readonly #nodesAndTokens = new NumberColumn();
  readonly #amounts = new AmountColumn();
  /** 0: none. Empty while there is none at all. */
  readonly #identifiers = new AmountColumn();
  /** The place among the outcomes; -1: not recorded. */
  readonly #outcomes = new NumberColumn();
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  get length(): number {
    return this.#moments.length;
  }

  add({ atMs, sequence, node, target, token, amount, identifier, outcome }: TracedPayment): void {
    if (identifier !== undefined) {
      this.#identifiers.pushZeros(this.length - this.#identifiers.length);
      this.#identifiers.push(identifier);
    }
    this.#moments.push(atMs);
    this.#sequences.push(sequence);
    for (const name of [node, target, token]) this.#nodesAndTokens.push(this.#numberOf(name));
    this.#amounts.push(amount);
    this.#outcomes.push(outcome === undefined ? -1 : RECORDED_OUTCOMES.indexOf(outcome));
  }

  atMs(row: number): number {
    return this.#moments.at(row);
  }

  sequence(row: number): number {
    return this.#sequences.at(row);
  }

  at(row: number): TracedPayment {
    const identifier = row < this.#identifiers.length ? this.#identifiers.at(row) : 0n;
    const outcome = RECORDED_OUTCOMES[this.#outcomes.at(row)];
    return {
      atMs: this.atMs(row),
      sequence: this.sequence(row),
      node: this.#nameOf(3 * row),
      target: this.#nameOf(3 * row + 1),
      token: this.#nameOf(3 * row + 2),
      amount: this.#amounts.at(row),
      ...(identifier === 0n ? {} : { identifier }),
      ...(outcome === undefined ? {} : { outcome }),
    };
  }

  #numberOf(name: string): number {
    return madeOnce(this.#numbers, name, () => this.#names.push(name) - 1);
  }

  #nameOf(place: number): string {
    return this.#names[this.#nodesAndTokens.at(place)] as string;
  }
}
