import type { ExecutorSource } from './executor-source.ts';

/** From `atMs` on, this many virtual users are wanted. */
export interface WantedUsers {
  readonly atMs: number;
  readonly vus: number;
}

interface Limits {
  /** Of all users together. */
  readonly iterations?: number;
  readonly iterationsPerVu?: number;
}

/**
 * Virtual users, each of which starts its next payment when the last has ended. A user is a number in typed arrays
 * and nothing else.
 */
export class ClosedLoop implements ExecutorSource {
  readonly endMs: number;
  readonly total?: number;
  readonly #wanted: readonly WantedUsers[];
  readonly #iterations: number;
  readonly #iterationsPerVu: number;
  readonly #most: number;
  // Users that are free, in the order in which they became so: a ring of their numbers and moments.
  readonly #users: Int32Array;
  readonly #freeSinceMs: Float64Array;
  #head = 0;
  #free = 0;
  readonly #done: Float64Array;
  readonly #userOf = new Map<number, number>();
  readonly #gone: number[] = [];
  #active = 0;
  // How many changes of what is wanted have come into force.
  #changes = 0;
  #started = 0;

  /** `wanted` ascends in time; nothing starts from `endMs` on. */
  constructor(wanted: readonly WantedUsers[], endMs: number, limits: Limits = {}) {
    const { iterations = Number.POSITIVE_INFINITY, iterationsPerVu = Number.POSITIVE_INFINITY } = limits;
    this.#wanted = wanted;
    this.endMs = endMs;
    this.#iterations = iterations;
    this.#iterationsPerVu = iterationsPerVu;
    this.#most = wanted.reduce((most, { vus }) => Math.max(most, vus), 0);
    this.#users = new Int32Array(this.#most);
    this.#freeSinceMs = new Float64Array(this.#most);
    this.#done = new Float64Array(this.#most);
    const total = Math.min(iterations, this.#most * iterationsPerVu);
    if (Number.isFinite(total)) this.total = total;
  }

  nextAtMs(): number {
    if (this.#started >= this.#iterations) return Number.POSITIVE_INFINITY;
    while (this.#free > 0) {
      const freeMs = this.#freeSinceMs[this.#head] as number;
      const before = this.#changes;
      this.#changeUntil(freeMs);
      if (this.#changes === before) return freeMs < this.endMs ? freeMs : Number.POSITIVE_INFINITY;
    }
    if (this.#changes === this.#wanted.length) return Number.POSITIVE_INFINITY;
    const more = this.#wanted.slice(this.#changes).find(({ vus }) => vus > this.#active);
    return more !== undefined && more.atMs < this.endMs ? more.atMs : Number.POSITIVE_INFINITY;
  }

  take(payment: number): 'start' {
    // Whoever is free is due; else it is somebody who is only wanted from now on.
    if (this.#free === 0) this.#changeUntil(this.nextAtMs());
    this.#userOf.set(payment, this.#users[this.#head] as number);
    this.#head = (this.#head + 1) % this.#most;
    this.#free -= 1;
    this.#started += 1;
    return 'start';
  }

  ended(payment: number, atMs: number): void {
    const user = this.#userOf.get(payment) as number;
    this.#userOf.delete(payment);
    const done = (this.#done[user] as number) + 1;
    this.#done[user] = done;
    this.#changeUntil(atMs);
    if (done >= this.#iterationsPerVu) return;
    if (this.#active > (this.#wanted[this.#changes - 1]?.vus ?? 0)) this.#leave(user);
    else this.#enqueue(user, atMs);
  }

  get isExhausted(): boolean {
    return this.#userOf.size === 0 && this.nextAtMs() === Number.POSITIVE_INFINITY;
  }

  // Users in flight whom nobody wants any more leave when their payment has ended, free ones at once.
  #changeUntil(untilMs: number): void {
    for (
      let next = this.#wanted[this.#changes];
      next && next.atMs <= untilMs;
      next = this.#wanted[this.#changes]
    ) {
      this.#changes += 1;
      while (this.#active < next.vus) {
        this.#active += 1;
        this.#enqueue(this.#gone.pop() ?? this.#active - 1, next.atMs);
      }
      for (; this.#active > next.vus && this.#free > 0; this.#free -= 1)
        this.#leave(this.#users[(this.#head + this.#free - 1) % this.#most] as number);
    }
  }

  #enqueue(user: number, atMs: number): void {
    const tail = (this.#head + this.#free) % this.#most;
    this.#users[tail] = user;
    this.#freeSinceMs[tail] = atMs;
    this.#free += 1;
  }

  #leave(user: number): void {
    this.#active -= 1;
    this.#gone.push(user);
  }
}
