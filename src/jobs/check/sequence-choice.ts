import { InvariantError } from '../../errors.ts';
import type { Network } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { hasExpired } from '../../verdict/refusals.ts';
import { simulate } from '../simulate.ts';
import type { Growing, Sequence } from './sequence.ts';
import { foreseenName } from './try-case.ts';

// As many as a check of a minute tries; each of them has its turn when the model has done all else more often.
const MOST_KEPT = 64;
// The rarest, so that what grows out of one is not what has grown out of all.
const MOST_PARENTS = 8;

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

  #before: Promise<unknown> = Promise.resolve();

  /** `takesTime`: a sequence may wait until locks expire, which takes nodes with a real chain half an hour. */
  constructor({ takesTime }: { readonly takesTime: boolean }) {
    this.#takesTime = takesTime;
  }

  /**
   * Chooses one; the first of those that are equally good. Choices are made in the order in which they are asked for.
   * `start`: the network in which the sequences begin, unless they say it. `grown`: makes more of the rarest of one pace;
   * absent: the choice is among the candidates alone.
   */
  choose(
    candidates: readonly [Sequence, ...Sequence[]],
    { start, grown }: { readonly start?: Network | undefined; readonly grown?: Growing | undefined } = {},
  ): Promise<Sequence> {
    const before = this.#before;
    const choosing = async (): Promise<Sequence> => {
      const foreseen = await Promise.all(candidates.map((sequence) => foreseenIn(sequence, start)));
      await before;
      return grown === undefined ? this.#rarest(foreseen) : await this.#rarestOfAll(foreseen, grown);
    };
    const chosen = choosing();
    this.#before = chosen;
    return chosen;
  }

  // The pace is that of the first candidate, so that each pace keeps its share.
  async #rarestOfAll(foreseen: readonly Foreseen[], grown: Growing): Promise<Sequence> {
    const pace = foreseen[0]?.sequence.pace;
    const parents = this.#inOrder([...this.#kept, ...foreseen].filter((each) => each.sequence.pace === pace));
    const made = grown(parents.slice(0, MOST_PARENTS).map(({ sequence }) => sequence));
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
    const { sequence, transitions } = foreseen.reduce((best, each) =>
      this.#rarityOf(each) > this.#rarityOf(best) ? each : best,
    );
    for (const each of transitions) this.#times.set(each, (this.#times.get(each) ?? 0) + 1);
    return sequence;
  }

  #rarityOf({ transitions, takesTime }: Foreseen): number {
    if (takesTime && !this.#takesTime) return 0;
    return [...transitions].reduce((sum, each) => sum + 1 / (1 + (this.#times.get(each) ?? 0)), 0);
  }
}

interface Foreseen {
  readonly sequence: Sequence;
  readonly transitions: ReadonlySet<string>;
  /** A lock expires in it. */
  readonly takesTime: boolean;
}

async function foreseenIn(sequence: Sequence, start: Network | undefined): Promise<Foreseen> {
  const { scenario, pace } = sequence;
  let takesTime = false;
  const made = new Set<string>();
  try {
    const { records } = await simulate({
      scenario,
      pace,
      givesUp: true,
      onTransition: (transition) => made.add(transition),
      ...(start && { start }),
    });
    for (const record of records) made.add(endOf(record));
    takesTime = records.some(({ outcome }) => hasExpired(outcome));
  } catch (error) {
    // A simulation that breaks off is to be tried: nobody has seen that before.
    if (!(error instanceof InvariantError)) throw error;
    made.add(error.message);
  }
  return { sequence, transitions: made, takesTime };
}

function endOf({ operation, outcome, trace }: OperationRecord): string {
  const { hop, check } = trace?.failure ?? {};
  return [operation.kind, foreseenName(outcome), trace?.hops.length, hop, check].join(' ');
}
