import { InvariantError } from '../../errors.ts';
import { madeOnce } from '../../model/gather.ts';
import type { Network } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { hasExpired } from '../../verdict/refusals.ts';
import { simulate } from '../simulate.ts';
import type { CalledNetwork, Growing, Sequence } from './sequence.ts';
import { foreseenName, type Tried } from './try-case.ts';
import type { DrawnSequence } from './arbitraries/sequences.ts';

// As many as a check of a minute tries; each of them has its turn when the model has done all else more often.
const MOST_KEPT = 64;
// The rarest, so that what grows out of one is not what has grown out of all.
const MOST_PARENTS = 8;
// One in four is drawn and the others grow. 1,600 sequences of seed 3 make 829 different transitions if all are drawn,
// 1,298 if half are, 1,525 if a quarter is, and 913 if a tenth is.
const TURNS_TO_A_DRAWN_ONE = 4;
const TURNS_TO_AN_OVERLAP = 3;

/**
 * Decides which sequence is tried. Made-up networks: most sequences grow out of the rarest tried ones. A given network: of
 * several candidates the rarest. A sequence is rare by what the model does in it: the states of a channel and what happens
 * there, and how calls end.
 */
export class SequenceChoice {
  /** The transitions that were seen, numbered as they came. */
  readonly #numbers = new Map<string, number>();
  /** By the number of a transition, in how many tried sequences the model makes it. */
  readonly #times: number[] = [];
  /** The rarest first. */
  #tried: readonly (Foreseen & CalledNetwork)[] = [];
  readonly #takesTime: boolean;
  #turns = 0;

  /** `takesTime`: a sequence may wait until locks expire, which takes nodes with a real chain half an hour. */
  constructor({ takesTime }: { readonly takesTime: boolean }) {
    this.#takesTime = takesTime;
  }

  /** Takes what the model did in a sequence that was tried. */
  learn(sequence: Sequence, { run, transitions }: Pick<Tried, 'run' | 'transitions'>): void {
    if (run?.prediction === undefined || transitions === undefined) return;
    const tried = { ...this.#foreseen(sequence, transitions, run.prediction.records), network: run.start };
    for (const each of tried.transitions) this.#times[each] = (this.#times[each] ?? 0) + 1;
    this.#tried = rarestFirst([...this.#tried, tried], this.#times).slice(0, MOST_KEPT);
  }

  /** Chooses one by what was learnt until now. `start`: the network in which the candidates begin. */
  async choose({ candidates, grown }: Choices, start?: Network): Promise<Sequence> {
    if (grown !== undefined) return this.#next(grown) ?? candidates()[0];
    const [first, ...others] = candidates();
    if (others.length === 0) return first;
    const times = [...this.#times];
    const foreseen = await Promise.all([first, ...others].map((each) => this.#foreseenIn(each, start)));
    const possible = foreseen.filter(({ takesTime }) => this.#takesTime || !takesTime);
    return rarestFirst(possible, times)[0]?.sequence ?? first;
  }

  async #foreseenIn(sequence: Sequence, start: Network | undefined): Promise<Foreseen> {
    const { scenario, pace } = sequence;
    const transitions = new Set<string>();
    try {
      const { records } = await simulate({
        scenario,
        pace,
        givesUp: true,
        onTransition: (transition) => transitions.add(transition),
        ...(start && { start }),
      });
      return this.#foreseen(sequence, transitions, records);
    } catch (error) {
      // A simulation that breaks off is to be tried: nobody has seen that before.
      if (!(error instanceof InvariantError)) throw error;
      return this.#foreseen(sequence, transitions.add(error.message), []);
    }
  }

  #foreseen(sequence: Sequence, transitions: ReadonlySet<string>, records: Run['records']): Foreseen {
    const names = new Set([...transitions, ...records.map(endOf)]);
    return {
      sequence,
      transitions: [...names].map((name) => madeOnce(this.#numbers, name, () => this.#numbers.size)),
      takesTime: records.some(({ outcome }) => hasExpired(outcome)),
    };
  }

  // The paces have the shares that they have among drawn sequences.
  #next(grown: Growing): Sequence | undefined {
    this.#turns += 1;
    if (this.#turns % TURNS_TO_A_DRAWN_ONE === 0) return undefined;
    const pace = this.#turns % TURNS_TO_AN_OVERLAP === 0 ? 'scenario' : 'sequential';
    const parents = this.#tried.filter(({ sequence }) => sequence.pace === pace).slice(0, MOST_PARENTS);
    return parents.length > 0 ? grown(parents) : undefined;
  }
}

/** Sequences of equal rarity keep their order. */
function rarestFirst<Each extends Foreseen>(
  foreseen: readonly Each[],
  times: readonly number[],
): readonly Each[] {
  const rarityOf = ({ transitions }: Foreseen): number => {
    let rarity = 0;
    for (const each of transitions) rarity += 1 / (1 + (times[each] ?? 0));
    return rarity;
  };
  return foreseen
    .map((each) => ({ each, rarity: rarityOf(each) }))
    .toSorted((one, other) => other.rarity - one.rarity)
    .map(({ each }) => each);
}

type Choices = Pick<DrawnSequence, 'candidates' | 'grown'>;

interface Foreseen {
  readonly sequence: Sequence;
  /** By their numbers, each once. */
  readonly transitions: readonly number[];
  /** A lock expires in it. */
  readonly takesTime: boolean;
}

function endOf({ operation, outcome, trace }: OperationRecord): string {
  const { hop, check } = trace?.failure ?? {};
  return [operation.kind, foreseenName(outcome), trace?.hops.length, hop, check].join(' ');
}
