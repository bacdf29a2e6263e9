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

/** A call that is due later and can be called off. */
export interface Timer {
  cancel(): void;
}

/** The block chain as far as nodes notice it: numbers that count up, transactions that take their time. */
export interface Blocks {
  /** Number of the newest block; block 0 is there when the clock starts. */
  readonly latest: number;
  /** Calls `fire` when that block is mined; at once when it already is. */
  at(block: number, fire: () => void): Timer;
  /** Calls `confirmed` when a transaction sent now counts. */
  transact(confirmed: () => void): void;
}
