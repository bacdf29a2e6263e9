import type { Amount } from '../network/amount.ts';
import type { PayRequest } from '../run/operation.ts';

/** One payment of a trace, as it was recorded. */
export interface TracedPayment extends Pick<PayRequest, 'node' | 'target' | 'token' | 'amount'> {
  readonly atMs: number;
  /** Absent: it gets one when it is sent. */
  readonly identifier?: bigint;
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
export class TraceRows {
  readonly #blocks: Block[] = [];
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add({ atMs, sequence, node, target, token, amount, identifier }: TracedPayment): void {
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
    return {
      atMs: block.atMs[row] as number,
      sequence: block.sequence[row] as number,
      node: this.#nameOf(block.node[row]),
      target: this.#nameOf(block.target[row]),
      token: this.#nameOf(block.token[row]),
      amount: readAmount(block, row),
      ...(identifier === 0n ? {} : { identifier }),
    };
  }

  #blockOf(index: number): Block {
    return this.#blocks[Math.floor(index / ROWS_PER_BLOCK)] as Block;
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#names.push(name);
    this.#numbers.set(name, number);
    return number;
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
  };
}

function writeAmount(block: Block, row: number, amount: Amount): void {
  // What does not fit is cut off by the array itself.
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
