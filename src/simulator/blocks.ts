import type { Blocks, Clock, Timer } from '../ports/clock.ts';

// Timers may fire a rounding error before the block they wait for; a block counts from this early on.
const ROUNDING_BLOCKS = 1e-6;

interface ChainParts {
  readonly clock: Clock;
  readonly blockTimeMs: number;
  readonly confirmations: number;
}

/** A chain that mines a block every so many milliseconds and confirms every transaction. */
export class SimulatedBlocks implements Blocks {
  readonly #parts: ChainParts;

  constructor(parts: ChainParts) {
    this.#parts = parts;
  }

  get latest(): number {
    return Math.floor(this.#parts.clock.nowMs() / this.#parts.blockTimeMs + ROUNDING_BLOCKS);
  }

  at(block: number, fire: () => void): Timer {
    return this.#parts.clock.schedule(block * this.#parts.blockTimeMs - this.#parts.clock.nowMs(), fire);
  }

  transact(confirmed: () => void): void {
    this.#parts.clock.schedule(this.#parts.confirmations * this.#parts.blockTimeMs, confirmed);
  }

  /** The same chain for a protocol whose transactions count as soon as they are sent. */
  confirmingAtOnce(): Blocks {
    const latest = (): number => this.latest;
    return {
      get latest() {
        return latest();
      },
      at: (block, fire) => this.at(block, fire),
      transact: (confirmed) => confirmed(),
    };
  }
}
