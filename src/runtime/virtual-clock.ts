import type { Clock, Due, Timer } from '../ports/clock.ts';
import { EventQueue } from './event-queue.ts';

// So often the event loop turns even where no code awaits an answer: for Ctrl-C, and for what is due by the wall.
const EVENTS_PER_TURN = 1024;

/** Time that moves only when told to: a run takes as long as its computation. */
export class VirtualClock implements Clock {
  readonly #queue = new EventQueue<Due>();
  // Calls to make when the event that asked for them is over.
  readonly #afterwards: ((() => void) | undefined)[] = [];
  #afterwardsCount = 0;
  #isFiring = false;
  #nowMs = 0;
  #answered = false;

  nowMs(): number {
    return this.#nowMs;
  }

  /** Negative and non-finite delays count as 0, so time never goes back. */
  schedule(delayMs: number, fire: () => void): Timer {
    const event = new ScheduledEvent(fire);
    this.post(delayMs, event);
    return event;
  }

  post(delayMs: number, event: Due): void {
    this.#queue.push(this.#nowMs + (delayMs > 0 && delayMs < Number.POSITIVE_INFINITY ? delayMs : 0), event);
  }

  answer(deliver: () => void): void {
    this.#answered = true;
    deliver();
  }

  afterwards(act: () => void): void {
    if (!this.#isFiring) {
      queueMicrotask(act);
      return;
    }
    this.#afterwards[this.#afterwardsCount] = act;
    this.#afterwardsCount += 1;
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
    this.#answered = true;
    for (let events = 1; ; events += 1) {
      if (this.#answered || events % EVENTS_PER_TURN === 0) {
        this.#answered = false;
        await continuations();
      }
      if (done() || this.#queue.size === 0) return;
      this.#fireNext();
    }
  }

  #fireNext(): void {
    this.#nowMs = Math.max(this.#nowMs, this.#queue.nextTime);
    this.#isFiring = true;
    try {
      this.#queue.pop()?.fire();
      this.#doAfterwards();
    } finally {
      this.#isFiring = false;
    }
  }

  // Each of these calls may ask for more.
  #doAfterwards(): void {
    for (let next = 0; next < this.#afterwardsCount; next += 1) {
      const act = this.#afterwards[next];
      // The list keeps its room, because cutting an array is a call into the runtime, but nothing that is done with.
      this.#afterwards[next] = undefined;
      act?.();
    }
    this.#afterwardsCount = 0;
  }
}

const NOTHING = (): void => {};

class ScheduledEvent implements Due, Timer {
  fire: () => void;

  constructor(fire: () => void) {
    this.fire = fire;
  }

  cancel(): void {
    this.fire = NOTHING;
  }
}

// A macrotask: by then every promise continuation that was ready has run, however deep its chain.
function continuations(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
