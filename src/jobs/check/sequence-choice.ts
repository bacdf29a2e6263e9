import { InvariantError } from '../../errors.ts';
import { madeOnce } from '../../model/gather.ts';
import type { Network } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { hasExpired } from '../../verdict/refusals.ts';
import { simulate } from '../simulate.ts';
import type { CalledNetwork, Sequence } from './sequence.ts';
import { foreseenName, type Tried } from './try-case.ts';

// As many as a check of a minute tries; each of them has its turn when the model has done all else more often.
const MOST_KEPT = 64;
// Only the rarest become parents, which keeps them diverse.
const MOST_PARENTS = 8;
// One in four is drawn and the others grow. 1,600 sequences of seed 3 make 829 different transitions if all are drawn,
// 1,298 if half are, 1,525 if a quarter is, and 913 if a tenth is.
const TURNS_TO_A_DRAWN_ONE = 4;
const TURNS_TO_AN_OVERLAP = 3;

/**
 * Chooses the sequences that others grow out of: the rarest tried ones. A sequence is rare by what the model does in it:
 * the states of a channel and what happens there, and how calls end.
 */
export class SequenceChoice {
  /** The transitions that were seen, numbered as they came. */
  readonly #numbers = new Map<string, number>();
  /** By the number of a transition, in how many tried sequences the model makes it. */
  readonly #times: number[] = [];
  /** The rarest first. */
  #tried: readonly TriedTransitions[] = [];
  #turns = 0;

  /** Takes what the model did in a sequence that was tried. */
  learn(sequence: Sequence, { run, transitions }: Pick<Tried, 'run' | 'transitions'>): void {
    if (run?.prediction === undefined || transitions === undefined) return;
    const names = new Set([...transitions, ...run.prediction.records.map(endOf)]);
    const numbers = [...names].map((name) => madeOnce(this.#numbers, name, () => this.#numbers.size));
    for (const each of numbers) this.#times[each] = (this.#times[each] ?? 0) + 1;
    this.#tried = [...this.#tried, { sequence, network: run.start, transitions: numbers }]
      .map((each) => ({ each, rarity: this.#rarityOf(each) }))
      .toSorted((one, other) => other.rarity - one.rarity)
      .slice(0, MOST_KEPT)
      .map(({ each }) => each);
  }

  /** The sequences that the next one may grow out of; empty: it is drawn. The paces have the shares that they have among drawn ones. */
  nextParents(): readonly CalledNetwork[] {
    this.#turns += 1;
    if (this.#turns % TURNS_TO_A_DRAWN_ONE === 0) return [];
    const pace = this.#turns % TURNS_TO_AN_OVERLAP === 0 ? 'scenario' : 'sequential';
    return this.#tried.filter(({ sequence }) => sequence.pace === pace).slice(0, MOST_PARENTS);
  }

  #rarityOf({ transitions }: TriedTransitions): number {
    return transitions.reduce((rarity, each) => rarity + 1 / (1 + (this.#times[each] ?? 0)), 0);
  }
}

interface TriedTransitions extends CalledNetwork {
  /** By their numbers, each once. */
  readonly transitions: readonly number[];
}

function endOf({ operation, outcome, trace }: OperationRecord): string {
  const { hop, check } = trace?.failure ?? {};
  return [operation.kind, foreseenName(outcome), trace?.hops.length, hop, check].join(' ');
}

/** The first sequence in which no lock expires, which takes nodes with a real chain half an hour; if there is none, the first. */
export async function firstWithoutExpiry(
  candidates: readonly Sequence[],
  start: Network | undefined,
): Promise<Sequence> {
  const [first] = candidates;
  if (first === undefined) throw new InvariantError('no sequence was drawn');
  for (const sequence of candidates.length === 1 ? [] : candidates)
    if (!(await expiresIn(sequence, start))) return sequence;
  return first;
}

async function expiresIn({ scenario, pace }: Sequence, start: Network | undefined): Promise<boolean> {
  try {
    const { records } = await simulate({ scenario, pace, givesUp: true, ...(start && { start }) });
    return records.some(({ outcome }) => hasExpired(outcome));
  } catch (error) {
    // A simulation that breaks off is to be tried: nobody has seen that before.
    if (!(error instanceof InvariantError)) throw error;
    return false;
  }
}
