/** The run's time. Events due at the same moment fire in the order they were scheduled. */
export interface Clock {
  /** Milliseconds since the clock's start; never goes back. */
  nowMs(): number;
  /** Calls `fire` once, `delayMs` from now. */
  schedule(delayMs: number, fire: () => void): Timer;
  /**
   * Runs `deliver`, which hands an answer to code that awaits it; on a virtual clock that code goes on
   * before the next event fires. Whoever settles a promise from within an event does it through here.
   */
  answer(deliver: () => void): void;
  /** Acts when the code that runs now has come to its end, before the next event: answers without a promise. */
  afterwards(act: () => void): void;
}

export interface Timer {
  cancel(): void;
}
