import type { ExecutorSource, RampDown } from './executor-source.ts';
import { FreeUsers } from './free-users.ts';

/** From `atMs` on, this many virtual users are wanted. */
export interface WantedUsers {
  readonly atMs: number;
  readonly vus: number;
}

interface Limits {
  /** Of all users together. */
  readonly iterations?: number;
  readonly iterationsPerVu?: number;
  /** How long a user that is no longer wanted may take to end its payment; absent: as long as it takes. */
  readonly rampDownMs?: number;
}

// What a user is doing. `FREE`: it may start at once; `IDLE`: it is not wanted, and may be again.
const IDLE = 0;
const FREE = 1;
const IN_FLIGHT = 2;
const DONE = 3;

/**
 * Virtual users, each of which starts its next payment when the last has ended. While n users are wanted these are
 * the first n, as in k6. A user is a number and nothing else.
 */
export class ClosedLoop implements ExecutorSource {
  readonly endMs: number;
  readonly total?: number;
  readonly rampDown?: RampDown;
  readonly #wanted: readonly WantedUsers[];
  readonly #iterations: number;
  readonly #iterationsPerVu: number;
  readonly #free: FreeUsers;
  readonly #doing: Uint8Array;
  readonly #done: Float64Array;
  readonly #paymentOf: Float64Array;
  readonly #userOf = new Map<number, number>();
  // Since when a user is no longer wanted; undefined: it is wanted, or never was.
  readonly #unwantedSinceMs: (number | undefined)[];
  // How many changes of what is wanted have come into force, and which may next leave an overdue payment behind.
  #changes = 0;
  #nextFall = 0;
  #started = 0;
  #closed = false;
  // When an idle user is next wanted; undefined: to be looked up again.
  #nextRiseMs: number | undefined;

  /** `wanted` ascends in time; nothing starts from `endMs` on. */
  constructor(wanted: readonly WantedUsers[], endMs: number, limits: Limits = {}) {
    const { iterations = Number.POSITIVE_INFINITY, iterationsPerVu = Number.POSITIVE_INFINITY } = limits;
    this.#wanted = wanted;
    this.endMs = endMs;
    this.#iterations = iterations;
    this.#iterationsPerVu = iterationsPerVu;
    const most = wanted.reduce((highest, { vus }) => Math.max(highest, vus), 0);
    this.#free = new FreeUsers(most);
    this.#doing = new Uint8Array(most);
    this.#done = new Float64Array(most);
    this.#paymentOf = new Float64Array(most);
    this.#unwantedSinceMs = Array.from({ length: most });
    const total = Math.min(iterations, most * iterationsPerVu);
    if (Number.isFinite(total)) this.total = total;
    const { rampDownMs } = limits;
    if (rampDownMs !== undefined)
      this.rampDown = {
        nextAtMs: () => this.#nextFallMs() + rampDownMs,
        overdue: (atMs) => this.#overdue(atMs, rampDownMs),
      };
  }

  nextAtMs(): number {
    if (this.#closed || this.#started >= this.#iterations) return Number.POSITIVE_INFINITY;
    while (this.#free.count > 0) {
      const freeMs = this.#free.firstSinceMs;
      const before = this.#changes;
      this.#changeUntil(freeMs);
      if (this.#changes === before) return freeMs < this.endMs ? freeMs : Number.POSITIVE_INFINITY;
    }
    this.#nextRiseMs ??= this.#lookUpNextRise();
    return this.#nextRiseMs < this.endMs ? this.#nextRiseMs : Number.POSITIVE_INFINITY;
  }

  take(payment: number): 'start' {
    // A free user is due; where there is none, a user that is only wanted from now on is.
    if (this.#free.count === 0) this.#changeUntil(this.nextAtMs());
    const user = this.#free.takeFirst();
    this.#doing[user] = IN_FLIGHT;
    this.#paymentOf[user] = payment;
    this.#userOf.set(payment, user);
    this.#started += 1;
    return 'start';
  }

  ended(payment: number, atMs: number): void {
    const user = this.#userOf.get(payment) as number;
    this.#changeUntil(atMs);
    this.#userOf.delete(payment);
    const done = (this.#done[user] as number) + 1;
    this.#done[user] = done;
    if (done >= this.#iterationsPerVu) this.#doing[user] = DONE;
    else if (user < this.#wantedAfter(this.#changes)) this.#release(user, atMs);
    else {
      this.#doing[user] = IDLE;
      this.#nextRiseMs = undefined;
    }
  }

  close(): void {
    this.#closed = true;
  }

  get isExhausted(): boolean {
    return this.#userOf.size === 0 && this.nextAtMs() === Number.POSITIVE_INFINITY;
  }

  #wantedAfter(changes: number): number {
    return this.#wanted[changes - 1]?.vus ?? 0;
  }

  #changeUntil(untilMs: number): void {
    for (
      let next = this.#wanted[this.#changes];
      next && next.atMs <= untilMs;
      next = this.#wanted[this.#changes]
    ) {
      const before = this.#wantedAfter(this.#changes);
      this.#changes += 1;
      this.#nextRiseMs = undefined;
      for (let user = before; user < next.vus; user += 1) {
        this.#unwantedSinceMs[user] = undefined;
        if (this.#doing[user] === IDLE) this.#release(user, next.atMs);
      }
      this.#unwantedSinceMs.fill(next.atMs, next.vus, Math.max(before, next.vus));
      if (next.vus < before) for (const user of this.#free.dropFrom(next.vus)) this.#doing[user] = IDLE;
    }
  }

  #release(user: number, sinceMs: number): void {
    this.#doing[user] = FREE;
    this.#free.add(user, sinceMs);
  }

  #lookUpNextRise(): number {
    if (this.#changes === this.#wanted.length) return Number.POSITIVE_INFINITY;
    const idle = this.#doing.indexOf(IDLE);
    if (idle === -1) return Number.POSITIVE_INFINITY;
    for (let change = this.#changes; change < this.#wanted.length; change += 1) {
      const { atMs, vus } = this.#wanted[change] as WantedUsers;
      if (vus > idle) return atMs;
    }
    return Number.POSITIVE_INFINITY;
  }

  #nextFallMs(): number {
    for (; this.#nextFall < this.#wanted.length; this.#nextFall += 1) {
      const { atMs, vus } = this.#wanted[this.#nextFall] as WantedUsers;
      if (vus < this.#wantedAfter(this.#nextFall)) return atMs;
    }
    return Number.POSITIVE_INFINITY;
  }

  // A user that was wanted again in the meantime goes on, also with the payment it was at.
  #overdue(untilMs: number, rampDownMs: number): readonly number[] {
    this.#changeUntil(untilMs);
    const payments: number[] = [];
    for (let fellMs = this.#nextFallMs(); fellMs + rampDownMs <= untilMs; fellMs = this.#nextFallMs()) {
      const before = this.#wantedAfter(this.#nextFall);
      const after = this.#wantedAfter(this.#nextFall + 1);
      for (let user = after; user < before; user += 1)
        if (this.#doing[user] === IN_FLIGHT && this.#unwantedSinceMs[user] === fellMs)
          payments.push(this.#paymentOf[user] as number);
      this.#nextFall += 1;
    }
    return payments;
  }
}
