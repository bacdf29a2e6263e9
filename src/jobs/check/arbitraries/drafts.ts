import fc from 'fast-check';
import type { CaseDraft } from '../case-draft.ts';
import { type CallManner, type MoveChoices, moves } from './moves.ts';
import { networks } from './networks.ts';

/** What sequences are made of. */
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
