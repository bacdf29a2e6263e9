import type { Clock, Timer } from '../ports/clock.ts';

// Timers may fire a rounding error before the block they wait for; a block counts from this early on.
const ROUNDING_BLOCKS = 1e-6;

/** The block chain as far as nodes notice it: numbers that count up, transactions that take their time. */
export class Blocks {
  readonly #clock: Clock;
  readonly #blockTimeMs: number;
  readonly #confirmations: number;

  constructor({
    clock,
    blockTimeMs,
    confirmations,
  }: {
    readonly clock: Clock;
    readonly blockTimeMs: number;
    readonly confirmations: number;
  }) {
    this.#clock = clock;
    this.#blockTimeMs = blockTimeMs;
    this.#confirmations = confirmations;
  }

  /** Number of the newest block; block 0 is there when the clock starts. */
  get latest(): number {
    return Math.floor(this.#clock.nowMs() / this.#blockTimeMs + ROUNDING_BLOCKS);
  }

  /** Calls `fire` when that block is mined; at once when it already is. */
  at(block: number, fire: () => void): Timer {
    return this.#clock.schedule(block * this.#blockTimeMs - this.#clock.nowMs(), fire);
  }

  /** Calls `confirmed` when a transaction sent now counts. */
  transact(confirmed: () => void): void {
    this.#clock.schedule(this.#confirmations * this.#blockTimeMs, confirmed);
  }
}
