// So few that the queue grows before its code is compiled: what had never happened by then is compiled once more.
const FIRST_ROOM = 4;

/** Events by (time, sequence): simultaneous ones come in the order they were pushed. A binary heap in typed arrays. */
export class EventQueue<Event> {
  #times = new Float64Array(FIRST_ROOM);
  #sequences = new Float64Array(FIRST_ROOM);
  // Where each event stands in `#events`; free places stand behind those in use.
  #places = Int32Array.from({ length: FIRST_ROOM }, (_, place) => place);
  readonly #events: (Event | undefined)[] = [];
  #size = 0;
  #nextSequence = 0;

  get size(): number {
    return this.#size;
  }

  /** Time of the earliest event; Infinity when empty. */
  get nextTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] as number);
  }

  push(time: number, event: Event): void {
    if (this.#size === this.#times.length) this.#grow();
    let at = this.#size;
    const place = this.#places[at] as number;
    this.#events[place] = event;
    this.#size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      // The new event has the highest sequence, so an equal time never moves it up.
      if ((this.#times[parent] as number) <= time) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#put(at, time, this.#nextSequence, place);
    this.#nextSequence += 1;
  }

  /** Removes and returns the earliest event; undefined when empty. */
  pop(): Event | undefined {
    if (this.#size === 0) return undefined;
    const freed = this.#places[0] as number;
    const event = this.#events[freed];
    this.#events[freed] = undefined;
    this.#size -= 1;
    this.#sink(this.#size);
    this.#places[this.#size] = freed;
    return event;
  }

  // Puts the entry at `from`, the last, where it belongs from the top on.
  #sink(from: number): void {
    const time = this.#times[from] as number;
    const sequence = this.#sequences[from] as number;
    const place = this.#places[from] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#before(child + 1, child)) child += 1;
      const childTime = this.#times[child] as number;
      if (time < childTime || (time === childTime && sequence < (this.#sequences[child] as number))) break;
      this.#copy(child, at);
      at = child;
    }
    this.#put(at, time, sequence, place);
  }

  #before(one: number, other: number): boolean {
    const difference = (this.#times[one] as number) - (this.#times[other] as number);
    return (
      difference < 0 ||
      (difference === 0 && (this.#sequences[one] as number) < (this.#sequences[other] as number))
    );
  }

  #copy(from: number, to: number): void {
    this.#times[to] = this.#times[from] as number;
    this.#sequences[to] = this.#sequences[from] as number;
    this.#places[to] = this.#places[from] as number;
  }

  #put(at: number, time: number, sequence: number, place: number): void {
    this.#times[at] = time;
    this.#sequences[at] = sequence;
    this.#places[at] = place;
  }

  #grow(): void {
    const length = 2 * this.#size;
    const times = new Float64Array(length);
    const sequences = new Float64Array(length);
    const places = Int32Array.from({ length }, (_, place) => place);
    times.set(this.#times);
    sequences.set(this.#sequences);
    places.set(this.#places);
    this.#times = times;
    this.#sequences = sequences;
    this.#places = places;
  }
}
