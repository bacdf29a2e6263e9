import { CHANGES_CHANNELS } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';

/** Whether sequences may ask for what waits for blocks, and whether the end of the time cuts that off. */
export type ChainChoice = 'asked' | 'asked-until-the-end' | 'left-out';

// On a main net the first such call takes what is left of a minute; on a development chain there is time for hundreds.
const FIRST_SHARE = 1 / 6;

/** How long a call takes on these nodes that waits for blocks: a fraction of a second on a development chain, minutes on others. */
export class ChainTime {
  #longestMs = 0;
  #isKnown: boolean;
  #wasLeftOut = false;

  constructor({ isKnown }: { readonly isKnown: boolean }) {
    this.#isKnown = isKnown;
  }

  /** Until one was seen, the first share of the time goes to calls that are answered at once. */
  choice(leftMs: number, timeMs: number): ChainChoice {
    if (this.#isKnown && this.#longestMs <= leftMs) return 'asked';
    if (!this.#isKnown && timeMs - leftMs >= timeMs * FIRST_SHARE) return 'asked-until-the-end';
    this.#wasLeftOut ||= this.#isKnown;
    return 'left-out';
  }

  /** Takes in how long calls took, in milliseconds of the wall. */
  learn({ header: { speed = 1 }, records }: Run): void {
    for (const { operation, outcome, startedAtMs, endedAtMs } of records) {
      if (!CHANGES_CHANNELS.has(operation.kind) || outcome.kind !== 'succeeded') continue;
      this.#isKnown = true;
      this.#longestMs = Math.max(this.#longestMs, (endedAtMs - startedAtMs) / speed);
    }
  }

  /** One of them was still on its way when the time was over, so many milliseconds after its sequence began. */
  learnCut(afterMs: number): void {
    this.#longestMs = Math.max(this.#longestMs, afterMs);
    this.#wasLeftOut = true;
  }

  /** The longest that was seen, where that was more than was left at some time. */
  get leftOutMs(): number | undefined {
    return this.#wasLeftOut ? this.#longestMs : undefined;
  }
}
