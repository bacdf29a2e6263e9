import fc from 'fast-check';
import type { Step } from '../../../model/scenario/scenario.ts';

/**
 * The preferences of one sequence: some kinds of calls, some details, a few places. Sequences that do
 * much of little come further than those that do little of everything: to the third deposit in one channel.
 */
export interface Habits {
  /** How often each kind is asked for, beside the others; 0: never. */
  readonly kinds: Readonly<
    Record<Exclude<Step['kind'], 'expect' | 'remember' | 'observe'> | 'again', number>
  >;
  /** How often payments choose the life of their lock, or are not waited for, beside plain ones. */
  readonly lockTimeouts: number;
  readonly givingUp: number;
  /** Where calls overlap, each starts at a time of its own, whether or not those before it have ended. */
  readonly isTimed: boolean;
  /** Nodes and their partners, by number. */
  readonly places: readonly Pair[];
}

/** Two nodes by number: the second is counted over partners, strangers, or all others of the first. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

const MOST_PLACES = 3;

/** Every kind of call is disliked by some sequences and preferred by others. */
export function habits(): fc.Arbitrary<Habits> {
  const liking = (...weights: readonly number[]) => fc.constantFrom(...weights);
  return fc.record({
    kinds: fc.record({
      pay: liking(4, 10, 10, 18),
      deposit: liking(0, 2, 3, 8),
      withdraw: liking(0, 2, 3, 8),
      open: liking(0, 1, 3, 6),
      set: liking(0, 0, 1, 3),
      // After these there is less to go wrong.
      close: liking(0, 0, 1, 3),
      leave: liking(0, 0, 0, 2),
      stop: liking(0, 0, 0, 3),
      start: liking(1, 3),
      slow: liking(0, 0, 0, 1),
      wait: liking(0, 0, 1, 2),
      again: liking(0, 2, 6),
    }),
    lockTimeouts: liking(0, 2, 6),
    givingUp: liking(0, 0, 2),
    isTimed: fc.boolean(),
    places: fc.array(numbers(), { minLength: 1, maxLength: MOST_PLACES }),
  });
}

/** Places that are known already, three times in four: what happened there before is what goes wrong later. */
export function anyPair(known: readonly Pair[]): fc.Arbitrary<Pair> {
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: numbers() });
}

/** More numbers than any network made here has nodes. */
function numbers(): fc.Arbitrary<Pair> {
  return fc.record({ from: fc.nat(59), to: fc.nat(59) });
}
