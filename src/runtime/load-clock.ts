import { dateOf } from './calendar.ts';
import { RealClock } from './real-clock.ts';

/** Wall time of a load, counted from when its first payment could start, and when that was by this machine. */
export class LoadClock extends RealClock {
  readonly #createdMs = Date.now();
  #lateMs = 0;

  /** When it stood at zero, ISO 8601 UTC. */
  get begunAt(): string {
    return dateOf(this.#createdMs + this.#lateMs);
  }

  /** Another process pays, and began at this Unix millisecond: from now on that is zero. */
  beginAt(unixMs: number): void {
    this.#lateMs = unixMs - this.#createdMs;
  }

  override nowMs(): number {
    return super.nowMs() - this.#lateMs;
  }
}
