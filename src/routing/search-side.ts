import type { NodeIndex } from '../model/network/indices.ts';
import { NodeHeap } from './node-heap.ts';
import { SearchLabels } from './search-labels.ts';

/** What one search knows from the source on, or towards the target: distances, and which node is next. */
export class SearchSide {
  readonly labels = new SearchLabels();
  readonly heap = new NodeHeap();
  /** From a node's end of a channel to the end that is gone through: 0 from the source on, 1 towards the target. */
  readonly flip: 0 | 1;
  /** Channel ends looked at by this search. */
  looked = 0;

  constructor({ flip }: { readonly flip: 0 | 1 }) {
    this.flip = flip;
  }

  start(nodeCount: number, node: NodeIndex): void {
    this.labels.reset(nodeCount);
    this.heap.clear();
    this.looked = 0;
    this.labels.set(node, 0);
    this.heap.push(0, node);
  }
}
