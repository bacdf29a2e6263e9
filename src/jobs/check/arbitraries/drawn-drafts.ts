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

/** What is drawn from, and for how long. */
export interface DrawDrafts {
  readonly seed: string;
  readonly choices: DraftChoices;
  /** Come first, in this order. */
  readonly first: readonly CaseDraft[];
  readonly runs: number;
  readonly timeMs: number;
  readonly nowMs: () => number;
  readonly chainTime: ChainTime;
  readonly signal: AbortSignal | undefined;
}

/** A sequence a round, as long as there is time: what one of them needs does not shift the next. */
export function* drawnDrafts(options: DrawDrafts): Generator<DrawnDraft> {
  const { seed, choices, first, runs, timeMs, nowMs, chainTime, signal } = options;
  const draw = createRandomSource(seed).stream('check');
  for (let round = 0; round < runs; round += 1) {
    const leftMs = timeMs - nowMs();
    if (signal?.aborted || leftMs <= 0) return;
    const chain = chainTime.choice(leftMs, timeMs);
    const possible = drafts({
      ...choices,
      ...(chain === 'left-out' && { fillsAndEmpties: false, opensAndCloses: false }),
    });
    const drawn = fc.sample(possible, { numRuns: 1, seed: Math.floor(draw() * 2 ** 31) });
    for (const draft of drawn) yield { draft: first[round] ?? draft, chain };
  }
}
