import { GrowingSteps } from './growing-steps.ts';
import { joinedSteps, type WatchStep } from './load-watch.ts';

/** What is as last read; the rest of a step is counted. */
export type WatchLevels = Pick<WatchStep, 'drainedEnds' | 'pending' | 'unread'>;

/** A watched load against time. */
export class WatchSteps {
  readonly #steps = new GrowingSteps<WatchStep>(() => ({ ...NOTHING, ...this.#levels }), joinedSteps);
  #levels: WatchLevels;

  constructor(levels: WatchLevels) {
    this.#levels = levels;
  }

  get stepMs(): number {
    return this.#steps.stepMs;
  }

  get steps(): readonly WatchStep[] {
    return this.#steps.steps;
  }

  count(what: Exclude<keyof WatchStep, keyof WatchLevels>, atMs: number): void {
    const step = this.#steps.at(atMs);
    step[what] = (step[what] ?? 0) + 1;
  }

  /** From now on; what came before stays as it was read then. */
  read(levels: WatchLevels, atMs: number): void {
    const step = this.#steps.at(atMs);
    this.#levels = levels;
    Object.assign(step, levels);
  }
}

const NOTHING = { shortOfMoney: 0, shortOfLocks: 0, shortOfWay: 0, notServed: 0, whileStopped: 0 };
