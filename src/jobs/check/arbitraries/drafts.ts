import fc from 'fast-check';
import type { CaseDraft } from '../case-draft.ts';
import { type CallManner, type MoveChoices, moves } from './moves.ts';
import { networks } from './networks.ts';
import { createRandomSource } from '../../../runtime/random-source.ts';
import type { ChainChoice, ChainTime } from '../chain-time.ts';

/** The choices that sequences are drawn from. */
export interface DraftChoices extends Omit<MoveChoices, 'manner'> {
  readonly manners: readonly CallManner[];
  /** False: the network is given. */
  readonly makesNetworks: boolean;
  /** True where many tries cost little else: most of them are looked at briefly. Absent: false. */
  readonly looksBriefly?: boolean;
}

const MOST_MOVES = 14;

// Most of what is wrong is still there at the end, and three brief sequences cost less than one thorough one.
const LOOKS = ['brief', 'brief', 'thorough'] as const;

/** Sequences of calls, each in a network of its own. */
export function drafts({
  manners,
  makesNetworks,
  looksBriefly = false,
  ...choices
}: DraftChoices): fc.Arbitrary<CaseDraft> {
  // Most of what is wrong shows at rest, where every answer is foreseen.
  const often = manners.flatMap((manner) => Array<CallManner>(manner === 'sequential' ? 2 : 1).fill(manner));
  return fc.constantFrom(...often).chain((manner) =>
    fc
      .record({
        network: makesNetworks ? networks(manner) : fc.constant(undefined),
        moves: moves({ ...choices, manner }, { minLength: 3, maxLength: MOST_MOVES }),
        looks: looksBriefly ? fc.constantFrom(...LOOKS) : fc.constant('thorough'),
      })
      .map(({ network, moves: made, looks }) => ({
        ...(network === undefined ? {} : { network }),
        manner,
        moves: made,
        ...(looks === 'brief' ? { looks } : {}),
      })),
  );
}

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
  /** Leave less than there was: in the last quarter of the time, before what is left of the others. */
  readonly ends?: readonly CaseDraft[];
  /** True where chance has every third round meanwhile, and lets calls start together in it. Absent: it comes after them. */
  readonly overlapsBetween?: boolean;
}

/** The choices, the fixed first sequences, and the time for both. */
interface DrawDrafts {
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

// As many as overlap where all are drawn. The second is the first of them: on slow nodes a minute holds few sequences.
const ROUNDS_TO_AN_OVERLAP = 3;
const FIRST_OVERLAP = 1;

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
    const turns = [isLeftOut || !isLate ? [] : ends, atOnce, isLeftOut ? [] : waiting].find(
      (each) => each.length > 0,
    );
    const isBetween =
      turns !== undefined && first.overlapsBetween === true && round % ROUNDS_TO_AN_OVERLAP === FIRST_OVERLAP;
    const possible = drafts({
      ...choices,
      ...(isBetween && { manners: ['overlapping'] }),
      ...(isLeftOut && { fillsAndEmpties: false, opensAndCloses: false }),
    });
    const drawn = fc.sample(possible, { numRuns: 1, seed: Math.floor(draw() * 2 ** 31) });
    const turn = isBetween ? undefined : turns?.shift();
    for (const draft of drawn) yield { draft: turn ?? draft, chain };
  }
}
