import { joinedSteps, type WatchStep } from './load-watch.ts';

// Twenty minutes to the second and a day to the minute; a step with two histograms of one digit takes about 4 KB.
const MOST_STEPS = 1_200;
const FINEST_MS = 1_000;

/** Time in bounded memory: steps of a second without gaps, twice as long each time there are too many. */
export class GrowingSteps<Step> {
  readonly #steps: Step[] = [];
  readonly #begin: () => Step;
  readonly #join: (first: Step, second: Step) => Step;
  #stepMs: number;

  /** `join` makes one of two steps that follow each other. */
  constructor(begin: () => Step, join: (first: Step, second: Step) => Step, stepMs = FINEST_MS) {
    this.#begin = begin;
    this.#join = join;
    this.#stepMs = stepMs;
  }

  /** A second times a power of two. */
  get stepMs(): number {
    return this.#stepMs;
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** The step of a moment. */
  at(atMs: number): Step {
    while (atMs >= MOST_STEPS * this.#stepMs) this.coarsen();
    const index = Math.max(0, Math.floor(atMs / this.#stepMs));
    while (this.#steps.length <= index) this.#steps.push(this.#begin());
    return this.#steps[index] as Step;
  }

  /** Makes every step twice as long. */
  coarsen(): void {
    const pairs = Math.ceil(this.#steps.length / 2);
    for (let index = 0; index < pairs; index += 1) {
      const [first, second] = this.#steps.slice(2 * index, 2 * index + 2) as [Step, Step?];
      this.#steps[index] = second === undefined ? first : this.#join(first, second);
    }
    this.#steps.length = pairs;
    this.#stepMs *= 2;
  }
}

/** The fields of a step that repeat the last reading; the others are counts. */
type WatchLevels = Pick<WatchStep, 'depletedEnds' | 'pending' | 'unread'>;

/** A watched load against time. */
export class WatchSteps {
  readonly #steps = new GrowingSteps<WatchStep>(() => ({ ...NOTHING_SHORT, ...this.#levels }), joinedSteps);
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

/** A step in which nothing was short. */
export const NOTHING_SHORT = {
  shortOfMoney: 0,
  shortOfLocks: 0,
  shortOfWay: 0,
  notServed: 0,
  whileStopped: 0,
  tooDear: 0,
};
