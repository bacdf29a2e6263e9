import fc from 'fast-check';
import { createRandomSource } from '../../../runtime/random-source.ts';
import type { CaseDraft } from '../case-draft.ts';
import type { ChainChoice, ChainTime } from '../chain-time.ts';
import { type DraftChoices, drafts } from './drafts.ts';

/** A draft whose turn it is, and whether it may ask for what waits for blocks. */
export interface DrawnDraft {
  readonly draft: CaseDraft;
  readonly chain: ChainChoice;
}

/** Sequences that have their turn before chance has. */
export interface FirstDrafts {
  /** Answered at once, or where nobody waits for blocks. */
  readonly atOnce: readonly CaseDraft[];
  /** As soon as it is known that blocks are not too slow for them. */
  readonly waiting?: readonly CaseDraft[];
  /** Leave less than there was: towards the end. */
  readonly ends?: readonly CaseDraft[];
}

/** What is drawn from, and for how long. */
export interface DrawDrafts {
  readonly seed: string;
  readonly choices: DraftChoices;
  readonly first: FirstDrafts;
  readonly runs: number;
  readonly timeMs: number;
  readonly nowMs: () => number;
  readonly chainTime: ChainTime;
  readonly signal: AbortSignal | undefined;
}

// Late, since what was closed stays so, and early enough that all of them have their turn.
const SHARE_OF_ENDS = 1 / 4;

/** A sequence a round, as long as there is time: what one of them needs does not shift the next. */
export function* drawnDrafts(options: DrawDrafts): Generator<DrawnDraft> {
  const { seed, choices, first, runs, timeMs, nowMs, chainTime, signal } = options;
  const draw = createRandomSource(seed).stream('check');
  const [atOnce, waiting, ends] = [[...first.atOnce], [...(first.waiting ?? [])], [...(first.ends ?? [])]];
  for (let round = 0; round < runs; round += 1) {
    const leftMs = timeMs - nowMs();
    if (signal?.aborted || leftMs <= 0) return;
    const chain = chainTime.choice(leftMs, timeMs);
    const isLeftOut = chain === 'left-out';
    const isLate = leftMs <= timeMs * SHARE_OF_ENDS;
    const possible = drafts({
      ...choices,
      ...(isLeftOut && { fillsAndEmpties: false, opensAndCloses: false }),
    });
    const drawn = fc.sample(possible, { numRuns: 1, seed: Math.floor(draw() * 2 ** 31) });
    const turns = [atOnce, isLeftOut ? [] : waiting, isLeftOut || !isLate ? [] : ends];
    const turn = turns.find((each) => each.length > 0)?.shift();
    for (const draft of drawn) yield { draft: turn ?? draft, chain };
  }
}
