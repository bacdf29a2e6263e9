import { type Linked, LinkedList } from '../../runtime/linked-list.ts';
import type { ExecutorSource, RampDown } from './executor-source.ts';

/** From `atMs` on, this many virtual users are wanted. */
export interface WantedUsers {
  readonly atMs: number;
  readonly vus: number;
}

interface Limits {
  /** The iterations of all users together. */
  readonly iterations?: number;
  readonly iterationsPerVu?: number;
  /** How long a user that is no longer wanted may take to end its payment; absent: as long as it takes. */
  readonly rampDownMs?: number;
}

// `free`: it may start at once; `idle`: it is not wanted, and may be again.
interface User extends Linked<User> {
  readonly number: number;
  doing: 'idle' | 'free' | 'in-flight' | 'done';
  freeSinceMs: number;
  /** Payments that have ended. */
  ended: number;
  /** The one in flight, or the last. */
  payment: number;
  /** Undefined: it is wanted, or never was. */
  unwantedSinceMs: number | undefined;
}

/**
 * Virtual users, each of which starts its next payment when the last has ended. While n users are wanted these are
 * the first n, as in k6. Users are made once; none of their payments makes anything.
 */
export class ClosedLoop implements ExecutorSource {
  readonly endMs: number;
  readonly rampDown?: RampDown;
  readonly #wanted: readonly WantedUsers[];
  readonly #iterations: number;
  readonly #iterationsPerVu: number;
  readonly #users: readonly User[];
  // In the order in which they became free.
  readonly #free = new LinkedList<User>();
  readonly #userOf = new Map<number, User>();
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
    this.#users = Array.from({ length: most }, (_, number) => ({
      number,
      doing: 'idle',
      freeSinceMs: 0,
      ended: 0,
      payment: 0,
      unwantedSinceMs: undefined,
      before: undefined,
      after: undefined,
    }));
    const { rampDownMs } = limits;
    if (rampDownMs !== undefined)
      this.rampDown = {
        nextAtMs: () => this.#nextFallMs() + rampDownMs,
        overdue: (atMs) => this.#overdue(atMs, rampDownMs),
      };
  }

  nextAtMs(): number {
    if (this.#closed || this.#started >= this.#iterations) return Number.POSITIVE_INFINITY;
    for (let user = this.#free.first; user; user = this.#free.first) {
      const freeMs = user.freeSinceMs;
      const before = this.#changes;
      this.#changeUntil(freeMs);
      if (this.#changes === before) return freeMs < this.endMs ? freeMs : Number.POSITIVE_INFINITY;
    }
    this.#nextRiseMs ??= this.#lookUpNextRise();
    return this.#nextRiseMs < this.endMs ? this.#nextRiseMs : Number.POSITIVE_INFINITY;
  }

  take(payment: number): 'start' {
    // A free user is due; where there is none, a user that is only wanted from now on is.
    if (this.#free.first === undefined) this.#changeUntil(this.nextAtMs());
    const user = this.#free.first as User;
    this.#free.remove(user);
    user.doing = 'in-flight';
    user.payment = payment;
    this.#userOf.set(payment, user);
    this.#started += 1;
    return 'start';
  }

  ended(payment: number, atMs: number): void {
    const user = this.#userOf.get(payment) as User;
    this.#changeUntil(atMs);
    this.#userOf.delete(payment);
    user.ended += 1;
    if (user.ended >= this.#iterationsPerVu) user.doing = 'done';
    else if (user.number < this.#wantedAfter(this.#changes)) this.#release(user, atMs);
    else {
      user.doing = 'idle';
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
      for (let number = before; number < next.vus; number += 1) {
        const user = this.#users[number] as User;
        user.unwantedSinceMs = undefined;
        if (user.doing === 'idle') this.#release(user, next.atMs);
      }
      for (let number = next.vus; number < before; number += 1) {
        const user = this.#users[number] as User;
        user.unwantedSinceMs = next.atMs;
        if (user.doing !== 'free') continue;
        this.#free.remove(user);
        user.doing = 'idle';
      }
    }
  }

  #release(user: User, sinceMs: number): void {
    user.doing = 'free';
    user.freeSinceMs = sinceMs;
    this.#free.add(user);
  }

  #lookUpNextRise(): number {
    // Those that are wanted now are not idle.
    let idle = this.#wantedAfter(this.#changes);
    while (idle < this.#users.length && this.#users[idle]?.doing !== 'idle') idle += 1;
    if (idle === this.#users.length) return Number.POSITIVE_INFINITY;
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
      for (const { doing, unwantedSinceMs, payment } of this.#users.slice(after, before))
        if (doing === 'in-flight' && unwantedSinceMs === fellMs) payments.push(payment);
      this.#nextFall += 1;
    }
    return payments;
  }
}
