/** The run's time. Events due at the same moment fire in the order they were scheduled. */
export interface Clock {
  /** Milliseconds since the clock's start; never goes back. */
  nowMs(): number;
  /** Calls `fire` once, `delayMs` from now. */
  schedule(delayMs: number, fire: () => void): Timer;
  /** The same for what is its own event and never called off: where there are many, a timer and a function for each cost most. */
  post(delayMs: number, event: Due): void;
  /**
   * Runs `deliver`, which hands an answer to code that awaits it; on a virtual clock that code goes on
   * before the next event fires. Whoever settles a promise from within an event does it through here.
   */
  answer(deliver: () => void): void;
  /** Acts when the code that runs now has come to its end, before the next event: answers without a promise. */
  afterwards(act: () => void): void;
}

/** Something that happens at its moment. */
export interface Due {
  fire(): void;
}

export interface Timer {
  cancel(): void;
}
