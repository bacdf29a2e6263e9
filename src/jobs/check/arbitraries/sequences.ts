import fc from 'fast-check';
import type { Pace } from '../../../model/run/run.ts';
import { createRandomSource } from '../../../runtime/random-source.ts';
import { assembleNetwork } from '../../assemble.ts';
import { type CalledNetwork, plainSequence, type Sequence, withSteps } from '../sequence.ts';
import { networks } from './networks.ts';
import { type StepChoices, steps } from './steps.ts';

/** The choices that sequences are drawn from. */
export interface SequenceChoices extends Omit<StepChoices, 'pace'> {
  readonly paces: readonly Pace[];
  /** True where many tries cost little else: most of them are looked at briefly. Absent: false. */
  readonly looksBriefly?: boolean;
  /**
   * True where two pairs of nodes may use one identifier. Absent: false, as where histories list what a node passed on:
   * of two payments of one identifier they do not say which an entry is of.
   */
  readonly sharesIdentifiers?: boolean;
}

const SIZE = { minLength: 3, maxLength: 14 };

// Most of what is wrong is still there at the end, and three brief sequences cost less than one thorough one.
const LOOKS = [...Array<'brief'>(7).fill('brief'), 'thorough'] as const;

/** Sequences of calls, each in a network of its own unless one is given; `plain` says what all of these have in common. */
export function sequences(
  { paces, looksBriefly = false, ...choices }: SequenceChoices,
  { given, plain = given?.sequence ?? plainSequence() }: Partial<WhereToAsk> = {},
): fc.Arbitrary<Sequence> {
  // Most of what is wrong shows at rest, where every answer is foreseen.
  const often = paces.flatMap((pace) => Array<Pace>(pace === 'sequential' ? 2 : 1).fill(pace));
  return fc.constantFrom(...often).chain((pace) => {
    const asked =
      given === undefined
        ? networks(pace, plain.scenario).map((scenario) => ({
            sequence: { ...plain, scenario },
            network: assembleNetwork(scenario),
          }))
        : fc.constant(given);
    return asked.chain((network) =>
      fc
        .tuple(steps(network, { ...choices, pace }, SIZE), looksOf(looksBriefly))
        .map(([made, looks]) => ({ ...withSteps(network.sequence, made), pace, ...looks })),
    );
  });
}

function looksOf(looksBriefly: boolean): fc.Arbitrary<Pick<Sequence, 'looks'>> {
  const look = looksBriefly ? fc.constantFrom(...LOOKS) : fc.constant('thorough');
  return look.map((looks) => (looks === 'brief' ? { looks } : {}));
}

interface WhereToAsk {
  readonly given: CalledNetwork | undefined;
  readonly plain: Sequence;
}

/** Makes a sequence when its turn comes. */
export type MakeSequence = () => Sequence;

/** Sequences that have their turn before chance has. */
export interface FirstSequences {
  /** Answered at once, or where nobody waits for blocks. */
  readonly atOnce: readonly MakeSequence[];
  /** True where they cover the pairs of the space of calls and states. */
  readonly coversSpace?: boolean;
  /** As soon as it is known that blocks are not too slow for them. */
  readonly waiting?: readonly MakeSequence[];
  /** Leave less than there was: in the last quarter of the time, before what is left of the others. */
  readonly ends?: readonly MakeSequence[];
  /** The paces of a random sequence in every third round. Absent: random sequences come after all others. */
  readonly between?: SequenceChoices['paces'];
}

/** The choices, the fixed first sequences, and the time for both. */
interface DrawSequences {
  readonly seed: string;
  readonly choices: SequenceChoices;
  readonly first: FirstSequences;
  /** As it is known when a sequence is drawn; `undefined`: networks are made up. */
  readonly given: () => CalledNetwork | undefined;
  readonly runs: number;
  readonly timeMs: number;
  readonly nowMs: () => number;
  /** True where nobody knows how long a call that waits for blocks takes. */
  readonly isChainSlow: boolean;
  readonly signal: AbortSignal | undefined;
}

// On a main net the first call that waits for blocks takes what is left of a minute.
const SHARE_AT_ONCE = 1 / 6;

// Late, since what was closed stays so, and early enough that all of them have their turn.
const SHARE_OF_ENDS = 1 / 4;

// As many as overlap where all are drawn. The second is the first of them: on slow nodes a minute holds few sequences.
const ROUNDS_TO_AN_OVERLAP = 3;
const FIRST_OVERLAP = 1;

// Foreseeing four takes a third of the time that trying one of them takes on a sandbox.
const CANDIDATES = 4;

/**
 * The sequences of each round, as long as there is time: what one of them needs does not shift the next. There are
 * several where a lock may expire in the first one for too long.
 */
export function* drawnSequences(options: DrawSequences): Generator<readonly Sequence[]> {
  const { seed, choices, first, given, runs, timeMs, nowMs, isChainSlow, signal } = options;
  const draw = createRandomSource(seed).stream('check');
  const plain = given()?.sequence ?? plainSequence();
  const [atOnce, waiting, ends] = [[...first.atOnce], [...(first.waiting ?? [])], [...(first.ends ?? [])]];
  for (let round = 0; round < runs; round += 1) {
    const leftMs = timeMs - nowMs();
    if (signal?.aborted || leftMs <= 0) return;
    const isLeftOut = isChainSlow && timeMs - leftMs < timeMs * SHARE_AT_ONCE;
    const isLate = leftMs <= timeMs * SHARE_OF_ENDS;
    const turns = [isLeftOut || !isLate ? [] : ends, atOnce, isLeftOut ? [] : waiting].find(
      (each) => each.length > 0,
    );
    const isBetween =
      turns !== undefined && first.between !== undefined && round % ROUNDS_TO_AN_OVERLAP === FIRST_OVERLAP;
    const turn = isBetween ? undefined : turns?.shift()?.();
    // Drawn whether or not it is needed: the first sequences shift none of the others.
    const drawSeed = Math.floor(draw() * 2 ** 31);
    if (turn !== undefined) {
      yield [turn];
      continue;
    }
    const possible = sequences(
      {
        ...choices,
        ...(isBetween && { paces: first.between }),
        ...(isLeftOut && { fillsAndEmpties: false, opensAndCloses: false }),
      },
      { plain, given: given() },
    );
    yield fc.sample(possible, { numRuns: choices.takesTime ? 1 : CANDIDATES, seed: drawSeed });
  }
}
