import type { EndIndex, NodeIndex } from '../model/network/indices.ts';
import type { NetworkView } from '../ports/router.ts';

/**
 * One question to a path search. Weights are positive whole numbers, so that sums are exact in any order
 * and equal lengths are recognized from both sides.
 */
export interface SearchProblem {
  readonly view: NetworkView;
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  /** Weight of going through channel end `end` to the node at its far side; Infinity: not at all. */
  readonly weigh: (end: EndIndex, payee: NodeIndex) => number;
  /** No end weighs less than this; positive. The more it is, the sooner a search ends. */
  readonly leastWeight: number;
}
