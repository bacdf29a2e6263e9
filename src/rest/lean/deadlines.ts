import { LinkedList, type Linked } from '../../runtime/linked-list.ts';
import type { Clock, Timer } from '../../ports/clock.ts';

/** Something that must end in time. */
export interface Awaited extends Linked<Awaited> {
  dueMs: number;
  /** Its time has come. */
  expire(): void;
}

/**
 * Equal deadlines for many at once: what comes in last is due last, so a chain is in order by itself and one timer
 * serves all.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #awaited = new LinkedList<Awaited>();
  #timer: Timer | undefined;

  constructor(clock: Clock, deadlineMs: number) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
  }

  /** Its time runs from `nowMs`. */
  add(awaited: Awaited, nowMs: number): void {
    awaited.dueMs = nowMs + this.#deadlineMs;
    this.#awaited.add(awaited);
    if (this.#timer === undefined) this.#arm(awaited);
  }

  /** It has ended in time. */
  remove(awaited: Awaited): void {
    this.#awaited.remove(awaited);
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  // The timer may fire for a request that has ended; it is then set for the next deadline.
  #arm({ dueMs }: Awaited): void {
    const nowMs = this.#clock.nowMs();
    this.#timer = this.#clock.schedule(Math.max(0, dueMs - nowMs), () => {
      this.#timer = undefined;
      const chain = this.#awaited;
      for (let due = chain.first; due && due.dueMs <= this.#clock.nowMs(); due = chain.first) {
        this.remove(due);
        due.expire();
      }
      if (chain.first && this.#timer === undefined) this.#arm(chain.first);
    });
  }
}
