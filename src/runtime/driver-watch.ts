import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { isOutOfFiles } from '../errors.ts';
import type { DriverHealth } from '../model/load/load-result.ts';
import type { Clock } from '../ports/clock.ts';

/** Watches what driving a load costs this process. */
export class DriverWatch {
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #startCpu = process.cpuUsage();
  #peakMemoryBytes = 0;
  #inFlight = 0;
  #peakInFlight = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startMs = clock.nowMs();
    this.look();
  }

  sent(): void {
    this.#inFlight += 1;
    if (this.#inFlight > this.#peakInFlight) this.#peakInFlight = this.#inFlight;
  }

  ended(): void {
    this.#inFlight -= 1;
  }

  /** Now and then: memory has no peak of its own to ask for. */
  look(): void {
    try {
      this.#peakMemoryBytes = Math.max(this.#peakMemoryBytes, process.memoryUsage.rss());
    } catch (error) {
      // The system tells it in a file, and payments may have taken the last descriptor: the next look will see it.
      if (!isOutOfFiles(error)) throw error;
    }
  }

  health(): DriverHealth {
    this.look();
    const { user, system } = process.cpuUsage(this.#startCpu);
    return {
      cpuMs: (user + system) / 1000,
      wallMs: this.#clock.nowMs() - this.#startMs,
      peakMemoryBytes: this.#peakMemoryBytes,
      peakInFlight: this.#peakInFlight,
    };
  }
}

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
