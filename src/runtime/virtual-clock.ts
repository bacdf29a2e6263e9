import type { Clock, Timer } from '../ports/clock.ts';
import { EventQueue } from './event-queue.ts';

/** Time that moves only when told to: a run takes as long as its computation. */
export class VirtualClock implements Clock {
  readonly #queue = new EventQueue();
  #nowMs = 0;
  #answered = false;

  nowMs(): number {
    return this.#nowMs;
  }

  /** Negative and non-finite delays count as 0, so time never goes back. */
  schedule(delayMs: number, fire: () => void): Timer {
    let cancelled = false;
    this.#queue.push(this.#nowMs + (delayMs > 0 && delayMs < Number.POSITIVE_INFINITY ? delayMs : 0), () => {
      if (!cancelled) fire();
    });
    return {
      cancel: () => {
        cancelled = true;
      },
    };
  }

  answer(deliver: () => void): void {
    this.#answered = true;
    deliver();
  }

  /** Time of the next event; Infinity when none is scheduled. */
  get nextEventMs(): number {
    return this.#queue.nextTime;
  }

  /** Fires every event due until `untilMs`, then stands there. */
  advanceTo(untilMs: number): void {
    while (this.#queue.nextTime <= untilMs) this.#fireNext();
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  /**
   * Fires events until `done` says so, letting promise continuations run after each answer, so that code
   * awaiting a simulated node goes on at the moment its answer was given. Stops when nothing is scheduled.
   */
  async runUntil(done: () => boolean): Promise<void> {
    await continuations();
    while (!done() && this.#queue.size > 0) {
      this.#answered = false;
      this.#fireNext();
      if (this.#answered) await continuations();
    }
  }

  #fireNext(): void {
    this.#nowMs = Math.max(this.#nowMs, this.#queue.nextTime);
    this.#queue.pop()?.();
  }
}

// A macrotask: by then every promise continuation that was ready has run, however deep its chain.
function continuations(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
