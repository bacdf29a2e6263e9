import type { NodeIndex } from '../model/network/indices.ts';
import { NodeHeap } from './node-heap.ts';
import { NodeQueue } from './node-queue.ts';
import { SearchLabels } from './search-labels.ts';

/** What one search knows from the source on, or towards the target: distances, and which node is next. */
export class SearchSide {
  readonly labels = new SearchLabels();
  /** Nodes with a label, whose channels were not looked at yet. */
  readonly heap = new NodeHeap();
  /** Nodes whose neighbours are still to be labelled, by the least distance that a neighbour may have. */
  readonly unspread = new NodeQueue();
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
    this.unspread.reset(nodeCount);
    this.looked = 0;
    this.labels.set(node, 0);
    this.heap.push(0, node);
  }

  /** True when labelling neighbours comes next. */
  get isToSpread(): boolean {
    const { distances, first } = this.unspread;
    return (distances[first] as number) <= (this.heap.distances[0] as number);
  }

  /** The node that is looked at next. */
  get nextNode(): NodeIndex {
    return this.isToSpread ? this.unspread.firstNode : this.heap.topNode;
  }
}
