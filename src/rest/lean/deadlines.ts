import type { Clock, Timer } from '../../ports.ts';

/** Something that must end in time; it carries its own place in the list. */
export interface Awaited {
  dueMs: number;
  before: Awaited | undefined;
  after: Awaited | undefined;
  /** Its time has come. */
  expire(): void;
}

/**
 * Equal deadlines for many at once: what comes in last is due last, so a linked list is in order by itself and one
 * timer serves all.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  #first: Awaited | undefined;
  #last: Awaited | undefined;
  #timer: Timer | undefined;

  constructor({ clock, deadlineMs }: { readonly clock: Clock; readonly deadlineMs: number }) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
  }

  /** Its time runs from now. */
  add(awaited: Awaited): void {
    awaited.dueMs = this.#clock.nowMs() + this.#deadlineMs;
    awaited.before = this.#last;
    awaited.after = undefined;
    if (this.#last) this.#last.after = awaited;
    else this.#first = awaited;
    this.#last = awaited;
    if (this.#timer === undefined) this.#arm(awaited);
  }

  /** It has ended in time. */
  remove(awaited: Awaited): void {
    const { before, after } = awaited;
    if (before) before.after = after;
    else if (this.#first === awaited) this.#first = after;
    if (after) after.before = before;
    else if (this.#last === awaited) this.#last = before;
    awaited.before = undefined;
    awaited.after = undefined;
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  // Stays armed for one that has ended since: then it is armed again for whoever is first by then.
  #arm({ dueMs }: Awaited): void {
    const nowMs = this.#clock.nowMs();
    this.#timer = this.#clock.schedule(Math.max(0, dueMs - nowMs), () => {
      this.#timer = undefined;
      for (let due = this.#first; due && due.dueMs <= this.#clock.nowMs(); due = this.#first) {
        this.remove(due);
        due.expire();
      }
      if (this.#first && this.#timer === undefined) this.#arm(this.#first);
    });
  }
}
