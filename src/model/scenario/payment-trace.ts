import { madeOnce } from '../gather.ts';
import type { Amount } from '../network/amount.ts';
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

// Few enough that a short trace is small, enough that a long one is few objects.
const ROWS_PER_BLOCK = 16_384;

// An amount has four parts of 64 bits.
const PART_BITS = 64n;
const UPPER_PARTS = 3;

type Block = ReturnType<typeof emptyBlock>;

/** Traced payments in typed arrays, as they were added. */
class TraceRows {
  readonly #blocks: Block[] = [];
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add({ atMs, sequence, node, target, token, amount, identifier, outcome }: TracedPayment): void {
    const row = this.#length % ROWS_PER_BLOCK;
    if (row === 0) this.#blocks.push(emptyBlock());
    const block = this.#blockOf(this.#length);
    block.atMs[row] = atMs;
    block.sequence[row] = sequence;
    block.node[row] = this.#numberOf(node);
    block.target[row] = this.#numberOf(target);
    block.token[row] = this.#numberOf(token);
    writeAmount(block, row, amount);
    if (identifier !== undefined) {
      block.identifier ??= new BigUint64Array(ROWS_PER_BLOCK);
      block.identifier[row] = identifier;
    }
    if (outcome !== undefined) {
      block.outcome ??= new Uint8Array(ROWS_PER_BLOCK);
      block.outcome[row] = 1 + RECORDED_OUTCOMES.indexOf(outcome);
    }
    this.#length += 1;
  }

  atMs(index: number): number {
    return this.#blockOf(index).atMs[index % ROWS_PER_BLOCK] as number;
  }

  sequence(index: number): number {
    return this.#blockOf(index).sequence[index % ROWS_PER_BLOCK] as number;
  }

  at(index: number): TracedPayment {
    const row = index % ROWS_PER_BLOCK;
    const block = this.#blockOf(index);
    const identifier = block.identifier?.[row] ?? 0n;
    const outcome = RECORDED_OUTCOMES[(block.outcome?.[row] ?? 0) - 1];
    return {
      atMs: block.atMs[row] as number,
      sequence: block.sequence[row] as number,
      node: this.#nameOf(block.node[row]),
      target: this.#nameOf(block.target[row]),
      token: this.#nameOf(block.token[row]),
      amount: readAmount(block, row),
      ...(identifier === 0n ? {} : { identifier }),
      ...(outcome === undefined ? {} : { outcome }),
    };
  }

  #blockOf(index: number): Block {
    return this.#blocks[Math.floor(index / ROWS_PER_BLOCK)] as Block;
  }

  #numberOf(name: string): number {
    return madeOnce(this.#numbers, name, () => this.#names.push(name) - 1);
  }

  #nameOf(number: number | undefined): string {
    return this.#names[number as number] as string;
  }
}

function emptyBlock() {
  return {
    atMs: new Float64Array(ROWS_PER_BLOCK),
    sequence: new Float64Array(ROWS_PER_BLOCK),
    node: new Uint32Array(ROWS_PER_BLOCK),
    target: new Uint32Array(ROWS_PER_BLOCK),
    token: new Uint32Array(ROWS_PER_BLOCK),
    lowest: new BigUint64Array(ROWS_PER_BLOCK),
    /** The other parts of amounts; absent while all are below 2^64. */
    upper: undefined as BigUint64Array | undefined,
    /** 0: none; absent while there is none at all. */
    identifier: undefined as BigUint64Array | undefined,
    /** One more than the place among the outcomes; 0: not recorded. */
    outcome: undefined as Uint8Array | undefined,
  };
}

function writeAmount(block: Block, row: number, amount: Amount): void {
  // The array itself cuts off the bits that do not fit.
  block.lowest[row] = amount;
  let rest = amount >> PART_BITS;
  if (rest === 0n) return;
  block.upper ??= new BigUint64Array(UPPER_PARTS * ROWS_PER_BLOCK);
  for (let part = 0; part < UPPER_PARTS; part += 1, rest >>= PART_BITS)
    block.upper[UPPER_PARTS * row + part] = rest;
}

function readAmount({ lowest, upper }: Block, row: number): Amount {
  let amount = 0n;
  if (upper !== undefined)
    for (let part = UPPER_PARTS - 1; part >= 0; part -= 1)
      amount = (amount << PART_BITS) | (upper[UPPER_PARTS * row + part] as bigint);
  return (amount << PART_BITS) | (lowest[row] as bigint);
}
