import type { Clock, Timer } from '../ports/clock.ts';

/** One thing a node has to do. */
export interface Task {
  act(): void;
  /** The node has stopped before it was done. */
  interrupted(): void;
}

/**
 * The one thread of a node: what it is given waits in the order in which it came, and each takes its time before it
 * has its effect. It holds at most what is in flight: a request, or a message of each payment, so it needs no
 * bound of its own.
 */
export class Processor {
  readonly #clock: Clock;
  readonly #drawMs: () => number;
  /** In order from `#next`; that one is being worked on. */
  #tasks: Task[] = [];
  #next = 0;
  #timer: Timer | undefined;
  #isPaused = false;

  constructor(clock: Clock, drawMs: () => number) {
    this.#clock = clock;
    this.#drawMs = drawMs;
  }

  /** Does this when everything before it is done. */
  handle(task: Task): void {
    this.#tasks.push(task);
    if (this.#timer === undefined && !this.#isPaused) this.#begin();
  }

  /** The node stands still: what was being worked on begins again when it goes on. */
  pause(): void {
    this.#isPaused = true;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#next < this.#tasks.length) this.#begin();
  }

  /** The node stops: nothing that waits, nor what was being worked on, is done. */
  stop(): void {
    this.#isPaused = false;
    this.#timer?.cancel();
    this.#timer = undefined;
    const left = this.#tasks.slice(this.#next);
    this.#tasks = [];
    this.#next = 0;
    for (const task of left) task.interrupted();
  }

  #begin(): void {
    this.#timer = this.#clock.schedule(this.#drawMs(), () => {
      this.#timer = undefined;
      const task = this.#tasks[this.#next] as Task;
      this.#next += 1;
      this.#forget();
      // Started before the task, so that what it hands to this processor queues behind what waits already.
      if (this.#next < this.#tasks.length) this.#begin();
      task.act();
    });
  }

  // Now and then, so that a queue that never runs empty does not keep all it has seen.
  #forget(): void {
    if (this.#next < MOST_DONE) return;
    this.#tasks = this.#tasks.slice(this.#next);
    this.#next = 0;
  }
}

// A copy once in so many tasks costs next to nothing.
const MOST_DONE = 1_000;
