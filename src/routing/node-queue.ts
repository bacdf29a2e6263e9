import type { NodeIndex } from '../model/network/indices.ts';

/** Nodes by distance, added in the order of their distances; keeps its memory. */
export class NodeQueue {
  /** The one at `first` is the smallest; Infinity when empty. Read where a getter's double would land on the heap. */
  distances = new Float64Array(1).fill(Number.POSITIVE_INFINITY);
  #nodes = new Int32Array(0);
  /** Where the first one stands. */
  first = 0;
  #end = 0;

  get firstNode(): NodeIndex {
    return this.#nodes[this.first] as NodeIndex;
  }

  /** Makes room for as many nodes, each of which may be added once, and forgets those that are there. */
  reset(nodeCount: number): void {
    if (this.#nodes.length < nodeCount) {
      this.distances = new Float64Array(nodeCount + 1);
      this.#nodes = new Int32Array(nodeCount);
    }
    this.first = 0;
    this.#end = 0;
    this.distances[0] = Number.POSITIVE_INFINITY;
  }

  push(distance: number, node: NodeIndex): void {
    this.distances[this.#end] = distance;
    this.#nodes[this.#end] = node;
    this.#end += 1;
    this.distances[this.#end] = Number.POSITIVE_INFINITY;
  }

  /** Removes the first. */
  pop(): void {
    this.first += 1;
  }
}
