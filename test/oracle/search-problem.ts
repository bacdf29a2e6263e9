import type { EndIndex, NodeIndex } from '../../src/model/network/indices.ts';
import type { NetworkView } from '../../src/ports/router.ts';

/**
 * One question to a path search. Weights are positive whole numbers, so that sums are exact in any order
 * and equal lengths are recognized from both sides.
 */
export interface SearchProblem {
  readonly view: NetworkView;
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  /** Weight of going through channel end `end`; Infinity: not at all. */
  readonly weigh: (end: EndIndex) => number;
}
