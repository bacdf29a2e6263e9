import { InvariantError } from '../../errors.ts';
import type { Network } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { hasExpired } from '../../verdict/refusals.ts';
import { simulate } from '../simulate.ts';
import type { Sequence } from './sequence.ts';
import { foreseenName } from './try-case.ts';

/**
 * Decides which of some sequences is tried: the one in which the model does what it has seldom done in those chosen
 * before. What counts are the transitions of the model, the state of a channel and what becomes of it, and how calls end.
 */
export class SequenceChoice {
  /** By transition, in how many chosen sequences the model makes it. */
  readonly #times = new Map<string, number>();

  readonly #takesTime: boolean;

  #before: Promise<unknown> = Promise.resolve();

  /** `takesTime`: a sequence may wait until locks expire, which takes nodes with a real chain half an hour. */
  constructor({ takesTime }: { readonly takesTime: boolean }) {
    this.#takesTime = takesTime;
  }

  /**
   * Chooses one; the first of those that are equally good. Choices are made in the order in which they are asked for.
   * `start`: the network in which the sequences begin, unless they say it.
   */
  choose(candidates: readonly [Sequence, ...Sequence[]], start?: Network): Promise<Sequence> {
    const foreseen = candidates.map((sequence) => foreseenIn(sequence, start));
    const chosen = Promise.all([Promise.all(foreseen), this.#before]).then(([all]) => this.#rarest(all));
    this.#before = chosen;
    return chosen;
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
