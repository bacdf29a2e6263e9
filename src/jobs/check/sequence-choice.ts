import { InvariantError } from '../../errors.ts';
import type { Network } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { hasExpired } from '../../verdict/refusals.ts';
import { simulate } from '../simulate.ts';
import type { Growing, Sequence } from './sequence.ts';
import { foreseenName, type Tried } from './try-case.ts';
import type { DrawnSequence } from './arbitraries/sequences.ts';

// As many as a check of a minute tries; each of them has its turn when the model has done all else more often.
const MOST_KEPT = 64;
// The rarest, so that what grows out of one is not what has grown out of all.
const MOST_PARENTS = 8;
// Where every sequence is tried, one in four is drawn and the others grow. 1,600 sequences of seed 3 make 829 different
// transitions if all are drawn, 1,298 if half are, 1,525 if a quarter is, and 913 if a tenth is.
const TURNS_TO_A_DRAWN_ONE = 4;
const TURNS_TO_AN_OVERLAP = 3;

/**
 * Decides which sequence is tried: of those that were drawn so far and have grown out of these, the one in which the model
 * does what it has seldom done in those tried before. What counts are the transitions of the model, the state of a
 * channel and what happens there, and how calls end.
 */
export class SequenceChoice {
  /** By transition, in how many chosen sequences the model makes it. */
  readonly #times = new Map<string, number>();
  /** Drawn and not tried yet, or tried and of use for what grows out of them. */
  #kept: Foreseen[] = [];
  readonly #tried = new Set<Sequence>();

  readonly #takesTime: boolean;
  readonly #triesAll: boolean;
  #turns = 0;

  #before: Promise<unknown> = Promise.resolve();

  /**
   * `takesTime`: a sequence may wait until locks expire, which takes nodes with a real chain half an hour. `triesAll`: none
   * is simulated for the choice: what the model does in a sequence is learnt when it was tried. Absent: false.
   */
  constructor({ takesTime, triesAll = false }: { readonly takesTime: boolean; readonly triesAll?: boolean }) {
    this.#takesTime = takesTime;
    this.#triesAll = triesAll;
  }

  /** Takes what the model did in a sequence that was tried, where that was not foreseen. */
  learn(sequence: Sequence, { run, transitions }: Pick<Tried, 'run' | 'transitions'>): void {
    if (!this.#triesAll || run?.prediction === undefined || transitions === undefined) return;
    const tried = foreseenFrom(sequence, transitions, run.prediction.records);
    this.#count(tried);
    this.#kept.push(tried);
  }

  /**
   * Chooses one; the first of those that are equally good. Choices are made in the order in which they are asked for.
   * `start`: the network in which the sequences begin, unless they say it. `grown`: makes more of the rarest of one pace;
   * absent: the choice is among the candidates alone.
   */
  choose(
    candidates: DrawnSequence['candidates'],
    { start, grown }: { readonly start?: Network | undefined; readonly grown?: Growing | undefined } = {},
  ): Promise<Sequence> {
    if (this.#triesAll) return Promise.resolve(this.#next(grown) ?? candidates()[0]);
    const before = this.#before;
    const choosing = async (): Promise<Sequence> => {
      const foreseen = await Promise.all(candidates().map((sequence) => foreseenIn(sequence, start)));
      await before;
      return grown === undefined ? this.#rarest(foreseen) : await this.#rarestOfAll(foreseen, grown);
    };
    const chosen = choosing();
    this.#before = chosen;
    return chosen;
  }

  // The paces have the shares that they have among drawn sequences.
  #next(grown: Growing | undefined): Sequence | undefined {
    this.#turns += 1;
    if (grown === undefined || this.#turns % TURNS_TO_A_DRAWN_ONE === 0) return undefined;
    const pace = this.#turns % TURNS_TO_AN_OVERLAP === 0 ? 'scenario' : 'sequential';
    this.#kept = this.#inOrder(this.#kept).slice(0, MOST_KEPT);
    const parents = ofPace(this.#kept, pace);
    return parents.length > 0 ? grown(parents)[0] : undefined;
  }

  // The pace is that of the first candidate, so that each pace keeps its share.
  async #rarestOfAll(foreseen: readonly Foreseen[], grown: Growing): Promise<Sequence> {
    const pace = foreseen[0]?.sequence.pace;
    const made = grown(ofPace(this.#inOrder([...this.#kept, ...foreseen]), pace));
    const more = await Promise.all(made.map((sequence) => foreseenIn(sequence, undefined)));
    const all = [...foreseen, ...more, ...this.#kept];
    const isOpen = ({ sequence }: Foreseen): boolean => sequence.pace === pace && !this.#tried.has(sequence);
    const chosen = this.#rarest(all.filter(isOpen));
    this.#tried.add(chosen);
    this.#kept = this.#inOrder(all).slice(0, MOST_KEPT);
    return chosen;
  }

  #inOrder(foreseen: readonly Foreseen[]): Foreseen[] {
    const rarities = new Map(foreseen.map((each) => [each, this.#rarityOf(each)]));
    return foreseen.toSorted((one, other) => (rarities.get(other) ?? 0) - (rarities.get(one) ?? 0));
  }

  #rarest(foreseen: readonly Foreseen[]): Sequence {
    const rarest = foreseen.reduce((best, each) =>
      this.#rarityOf(each) > this.#rarityOf(best) ? each : best,
    );
    this.#count(rarest);
    return rarest.sequence;
  }

  #count({ transitions }: Foreseen): void {
    for (const each of transitions) this.#times.set(each, (this.#times.get(each) ?? 0) + 1);
  }

  #rarityOf({ transitions, takesTime }: Foreseen): number {
    if (takesTime && !this.#takesTime) return 0;
    let rarity = 0;
    for (const each of transitions) rarity += 1 / (1 + (this.#times.get(each) ?? 0));
    return rarity;
  }
}

function ofPace(inOrder: readonly Foreseen[], pace: Sequence['pace'] | undefined): readonly Sequence[] {
  return inOrder
    .filter(({ sequence }) => sequence.pace === pace)
    .slice(0, MOST_PARENTS)
    .map(({ sequence }) => sequence);
}

interface Foreseen {
  readonly sequence: Sequence;
  readonly transitions: ReadonlySet<string>;
  /** A lock expires in it. */
  readonly takesTime: boolean;
}

async function foreseenIn(sequence: Sequence, start: Network | undefined): Promise<Foreseen> {
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
    return foreseenFrom(sequence, transitions, records);
  } catch (error) {
    // A simulation that breaks off is to be tried: nobody has seen that before.
    if (!(error instanceof InvariantError)) throw error;
    return { sequence, transitions: transitions.add(error.message), takesTime: false };
  }
}

function foreseenFrom(
  sequence: Sequence,
  transitions: ReadonlySet<string>,
  records: readonly OperationRecord[],
): Foreseen {
  return {
    sequence,
    transitions: new Set([...transitions, ...records.map(endOf)]),
    takesTime: records.some(({ outcome }) => hasExpired(outcome)),
  };
}

function endOf({ operation, outcome, trace }: OperationRecord): string {
  const { hop, check } = trace?.failure ?? {};
  return [operation.kind, foreseenName(outcome), trace?.hops.length, hop, check].join(' ');
}
