/** A binary heap of events by (time, sequence): simultaneous events fire in the order they were scheduled. */
export class EventQueue {
  #times: number[] = [];
  #sequences: number[] = [];
  #callbacks: (() => void)[] = [];
  #nextSequence = 0;

  get size(): number {
    return this.#times.length;
  }

  /** Time of the earliest event; Infinity when empty. */
  get nextTime(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  push(time: number, callback: () => void): void {
    const sequence = this.#nextSequence;
    this.#nextSequence += 1;
    let at = this.#times.length;
    this.#times.push(time);
    this.#sequences.push(sequence);
    this.#callbacks.push(callback);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      // The new event has the highest sequence, so an equal time never moves it up.
      if ((this.#times[parent] as number) <= time) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#place(at, time, sequence, callback);
  }

  /** Removes the earliest event and returns its callback; undefined when empty. */
  pop(): (() => void) | undefined {
    const first = this.#callbacks[0];
    const time = this.#times.pop();
    const sequence = this.#sequences.pop();
    const callback = this.#callbacks.pop();
    if (time === undefined || sequence === undefined || callback === undefined) return undefined;
    if (this.#times.length > 0) this.#sink(time, sequence, callback);
    return first;
  }

  #sink(time: number, sequence: number, callback: () => void): void {
    const size = this.#times.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#before(child + 1, child)) child += 1;
      const childTime = this.#times[child] as number;
      if (time < childTime || (time === childTime && sequence < (this.#sequences[child] as number))) break;
      this.#copy(child, at);
      at = child;
    }
    this.#place(at, time, sequence, callback);
  }

  #before(one: number, other: number): boolean {
    const difference = (this.#times[one] as number) - (this.#times[other] as number);
    return (
      difference < 0 ||
      (difference === 0 && (this.#sequences[one] as number) < (this.#sequences[other] as number))
    );
  }

  #copy(from: number, to: number): void {
    this.#place(
      to,
      this.#times[from] as number,
      this.#sequences[from] as number,
      this.#callbacks[from] as () => void,
    );
  }

  #place(at: number, time: number, sequence: number, callback: () => void): void {
    this.#times[at] = time;
    this.#sequences[at] = sequence;
    this.#callbacks[at] = callback;
  }
}
