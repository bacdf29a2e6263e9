import { joinedSteps, type WatchStep } from './load-watch.ts';

// As the series of a load: twenty minutes to the second.
const MOST_STEPS = 1_200;
const FINEST_MS = 1_000;

/** What is as last read; the rest of a step is counted. */
export type WatchLevels = Pick<WatchStep, 'drainedEnds' | 'pending' | 'unread'>;

/** A watched load against time in bounded memory: steps of a second, twice as long each time there are too many. */
export class WatchSteps {
  readonly #steps: WatchStep[] = [];
  #stepMs = FINEST_MS;
  #levels: WatchLevels;

  constructor(levels: WatchLevels) {
    this.#levels = levels;
  }

  get stepMs(): number {
    return this.#stepMs;
  }

  get steps(): readonly WatchStep[] {
    return this.#steps;
  }

  count(what: Exclude<keyof WatchStep, keyof WatchLevels>, atMs: number): void {
    this.#at(atMs)[what] += 1;
  }

  /** From now on; what came before stays as it was read then. */
  read(levels: WatchLevels, atMs: number): void {
    const step = this.#at(atMs);
    this.#levels = levels;
    Object.assign(step, levels);
  }

  #at(atMs: number): WatchStep {
    while (atMs >= MOST_STEPS * this.#stepMs) this.#coarsen();
    const index = Math.max(0, Math.floor(atMs / this.#stepMs));
    while (this.#steps.length <= index) this.#steps.push({ ...NOTHING, ...this.#levels });
    return this.#steps[index] as WatchStep;
  }

  #coarsen(): void {
    const pairs = Math.ceil(this.#steps.length / 2);
    for (let index = 0; index < pairs; index += 1) {
      const [first, second] = this.#steps.slice(2 * index, 2 * index + 2) as [WatchStep, WatchStep?];
      this.#steps[index] = second === undefined ? first : joinedSteps(first, second);
    }
    this.#steps.length = pairs;
    this.#stepMs *= 2;
  }
}

const NOTHING = { shortOfMoney: 0, shortOfLocks: 0, shortOfWay: 0, notServed: 0 };
