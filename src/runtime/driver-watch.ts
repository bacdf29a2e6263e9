import type { DriverHealth } from '../model/load/load-result.ts';
import type { Clock } from '../ports/clock.ts';

/** Watches what driving a load costs this process. */
export class DriverWatch {
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #startCpuMs: number;
  #peakMemoryBytes: number;
  #inFlight = 0;
  #peakInFlight = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startMs = clock.nowMs();
    const { cpuMs, memoryBytes } = processUsage();
    this.#startCpuMs = cpuMs;
    this.#peakMemoryBytes = memoryBytes;
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
    this.#peakMemoryBytes = Math.max(this.#peakMemoryBytes, processUsage().memoryBytes);
  }

  health(): DriverHealth {
    this.look();
    return {
      cpuMs: processUsage().cpuMs - this.#startCpuMs,
      wallMs: this.#clock.nowMs() - this.#startMs,
      peakMemoryBytes: this.#peakMemoryBytes,
      peakInFlight: this.#peakInFlight,
    };
  }
}

// CPU time since the process began, and memory resident now.
function processUsage(): { readonly cpuMs: number; readonly memoryBytes: number } {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, memoryBytes: process.memoryUsage.rss() };
}
