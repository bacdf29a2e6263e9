import type { NetworkView } from '../ports/router.ts';

/**
 * One question to a path search. Weights are positive whole numbers, so that sums are exact in any order
 * and equal lengths are recognized from both sides.
 */
export interface SearchProblem {
  readonly view: NetworkView;
  readonly source: number;
  readonly target: number;
  /** Weight of going through channel end `end`; Infinity: not at all. */
  readonly weigh: (end: number) => number;
}
