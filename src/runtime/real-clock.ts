import type { Clock, Due, Timer } from '../ports/clock.ts';
import { dateOf } from './calendar.ts';

// Node's timers take at most this many milliseconds; longer waits are made of several.
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Wall time, monotonic, counted from the clock's creation or `agoMs` before it; with `speed` s, s times faster. */
export class RealClock implements Clock {
  // A global is looked up anew at each use, and this one by a getter.
  readonly #performance = performance;
  readonly #startMs: number;
  readonly #speed: number;

  constructor({ speed = 1, agoMs = 0 }: { readonly speed?: number; readonly agoMs?: number } = {}) {
    this.#startMs = performance.now() - agoMs;
    this.#speed = speed;
  }

  nowMs(): number {
    return (this.#performance.now() - this.#startMs) * this.#speed;
  }

  schedule(delayMs: number, fire: () => void): Timer {
    const dueMs = this.nowMs() + delayMs;
    let timeout: NodeJS.Timeout;
    const arm = (): void => {
      const leftMs = (dueMs - this.nowMs()) / this.#speed;
      timeout = setTimeout(
        leftMs > LONGEST_TIMEOUT_MS ? arm : fire,
        Math.min(Math.max(leftMs, 0), LONGEST_TIMEOUT_MS),
      );
    };
    arm();
    return { cancel: () => clearTimeout(timeout) };
  }

  post(delayMs: number, event: Due): void {
    this.schedule(delayMs, () => event.fire());
  }

  answer(deliver: () => void): void {
    deliver();
  }

  afterwards(act: () => void): void {
    queueMicrotask(act);
  }
}

/** The current date for headers and folder names, ISO 8601 UTC. Never part of a result. */
export function currentDate(): string {
  return dateOf(Date.now());
}

/** Runs something when everything that had arrived on sockets has been looked at, before waiting for more. */
export function atTurnEnd(act: () => void): void {
  setImmediate(act);
}
