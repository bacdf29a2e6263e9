import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

// A pause is seen to this precision; looking more often would cost more than it tells.
const RESOLUTION_MS = 5;

/** Watches for moments in which this process did not come to anything: collecting garbage, or without a core. */
export class EventLoopWatch {
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  /** Forgets what was before. */
  begin(): void {
    this.#delays.reset();
    this.#delays.enable();
  }

  /** The longest pause since then, milliseconds. */
  longestMs(): number {
    return Math.max(0, this.#delays.max / 1e6 - RESOLUTION_MS);
  }

  end(): void {
    this.#delays.disable();
  }
}
