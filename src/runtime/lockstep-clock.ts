import type { Clock, Due, Timer } from '../ports/clock.ts';
import { VirtualClock } from './virtual-clock.ts';

// A request that is on its way on this machine for longer waits for something that time itself must bring.
const LONGEST_TRANSIT_MS = 2_000;

/**
 * The time of served nodes and of the driver that asks them, in one process: it stands still while requests and answers
 * are on their way, and passes at once while everybody waits for it. So a run takes as long as its computation, and the
 * machine's load changes nothing in it.
 */
export class LockstepClock implements Clock {
  readonly #virtual = new VirtualClock();
  /** Calls of the driver that have not come back. */
  #asked = 0;
  /** Those of them that a node has taken up and not answered. */
  #taken = 0;
  /** Waits of the driver by itself. */
  #timers = 0;
  #isPassing = false;
  #isStopped = false;
  #overdue: NodeJS.Timeout | undefined;

  nowMs(): number {
    return this.#virtual.nowMs();
  }

  /** When something happens next; Infinity: nothing is planned. */
  get nextEventMs(): number {
    return this.#virtual.nextEventMs;
  }

  schedule(delayMs: number, fire: () => void): Timer {
    this.#timers += 1;
    let left = 1;
    const end = (): void => {
      this.#timers -= left;
      left = 0;
    };
    const timer = this.#virtual.schedule(delayMs, () => {
      end();
      fire();
    });
    this.#goOn();
    return {
      cancel: () => {
        end();
        timer.cancel();
      },
    };
  }

  post(delayMs: number, event: Due): void {
    this.schedule(delayMs, () => event.fire());
  }

  answer(deliver: () => void): void {
    this.#virtual.answer(deliver);
  }

  afterwards(act: () => void): void {
    this.#virtual.afterwards(act);
  }

  /** The same time, counted from now. */
  fromNow(): Clock {
    const startMs = this.nowMs();
    return {
      nowMs: () => this.nowMs() - startMs,
      schedule: (delayMs, fire) => this.schedule(delayMs, fire),
      post: (delayMs, event) => this.post(delayMs, event),
      answer: (deliver) => this.answer(deliver),
      afterwards: (act) => this.afterwards(act),
    };
  }

  /** The same time for the nodes: what they plan does not make it pass. */
  get ofNodes(): Clock {
    return this.#virtual;
  }

  /** Time waits for whatever the driver asks through this, until a node has taken it up and once it has answered. */
  asking<T extends object>(api: T): T {
    return duringCalls(api, {
      begin: () => {
        this.#asked += 1;
      },
      end: () => {
        this.#asked -= 1;
        this.#goOn();
      },
    });
  }

  /** A node, as it is served. */
  taking<T extends object>(api: T): T {
    return duringCalls(api, {
      begin: () => {
        this.#taken += 1;
        this.#goOn();
      },
      end: () => {
        this.#taken -= 1;
      },
    });
  }

  /** No time passes after this. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#overdue);
  }

  #goOn(): void {
    clearTimeout(this.#overdue);
    if (this.#isPassing || this.#isStopped) return;
    if (this.#asked > this.#taken) this.#overdue = setTimeout(() => this.#pass(true), LONGEST_TRANSIT_MS);
    else this.#pass(false);
  }

  #pass(isOverdue: boolean): void {
    const isDone = (): boolean =>
      this.#isStopped ||
      (this.#taken === 0 && this.#timers === 0) ||
      (this.#asked > this.#taken && !isOverdue);
    this.#isPassing = true;
    void this.#virtual.runUntil(isDone).finally(() => {
      this.#isPassing = false;
      if (this.#asked > this.#taken) this.#goOn();
    });
  }
}

// The same object, of which every call that is awaited begins and ends something.
function duringCalls<T extends object>(
  api: T,
  { begin, end }: { readonly begin: () => void; readonly end: () => void },
): T {
  return new Proxy(api, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return (...values: readonly unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, values);
        if (!(result instanceof Promise)) return result;
        begin();
        return result.finally(end);
      };
    },
  });
}
