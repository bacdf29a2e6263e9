// Cut off now and then, so that a long load does not keep all it has seen.
const MOST_TAKEN = 10_000;

/** Things that become certain at a moment, taken in the order in which they were put in. */
export class DueQueue<T> {
  #dueMs: number[] = [];
  #things: T[] = [];
  #taken = 0;

  put(thing: T, dueMs: number): void {
    this.#dueMs.push(dueMs);
    this.#things.push(thing);
  }

  /** What is due by now; what was put in behind something later waits for it. */
  take(nowMs: number): T | undefined {
    const dueMs = this.#dueMs[this.#taken];
    if (dueMs === undefined || dueMs > nowMs) return undefined;
    const thing = this.#things[this.#taken];
    this.#taken += 1;
    if (this.#taken >= MOST_TAKEN) {
      this.#dueMs = this.#dueMs.slice(this.#taken);
      this.#things = this.#things.slice(this.#taken);
      this.#taken = 0;
    }
    return thing;
  }
}
