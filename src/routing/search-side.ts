import type { EndIndex, NodeIndex } from '../model/network/indices.ts';
import type { NetworkView } from '../ports/router.ts';

/** One side of a search, from the source on or towards the target: distances, and which node is next. */
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

/** Nodes by distance, added in the order of their distances; keeps its memory. */
class NodeQueue {
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

/** Distances found by one search, by node; remembers which it set, so that a new search clears no more than those. */
export class SearchLabels {
  #distances = new Float64Array(0);
  #labelled = new Int32Array(0);
  #count = 0;

  /** Forgets all distances. */
  reset(nodeCount: number): void {
    if (this.#distances.length < nodeCount) {
      this.#distances = new Float64Array(nodeCount).fill(Number.POSITIVE_INFINITY);
      this.#labelled = new Int32Array(nodeCount);
    } else {
      for (let i = 0; i < this.#count; i += 1)
        this.#distances[this.#labelled[i] as number] = Number.POSITIVE_INFINITY;
    }
    this.#count = 0;
  }

  /** Infinity for a node without a label. */
  get(node: NodeIndex): number {
    return this.#distances[node] as number;
  }

  set(node: NodeIndex, distance: number): void {
    if (this.#distances[node] === Number.POSITIVE_INFINITY) {
      this.#labelled[this.#count] = node;
      this.#count += 1;
    }
    this.#distances[node] = distance;
  }
}

/** Channel ends and nodes that are out of the question. */
export interface Without {
  readonly ends: ReadonlySet<EndIndex>;
  readonly nodes: ReadonlySet<NodeIndex>;
}

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
  /** What no path may go through; absent: nothing. */
  readonly without?: Without;
  /** No end weighs less than this; positive. The more it is, the sooner a search ends. */
  readonly leastWeight: number;
}

/** A binary heap of nodes by distance that keeps its memory. The order of equal distances is arbitrary. */
class NodeHeap {
  /** The first is the smallest; Infinity when empty. Read where a getter's double would land on the heap. */
  distances = new Float64Array(64).fill(Number.POSITIVE_INFINITY);
  #nodes = new Int32Array(64);
  #size = 0;

  get topNode(): NodeIndex {
    return this.#nodes[0] as NodeIndex;
  }

  clear(): void {
    this.#size = 0;
    this.distances[0] = Number.POSITIVE_INFINITY;
  }

  push(distance: number, node: NodeIndex): void {
    if (this.#size === this.#nodes.length) this.#grow();
    const distances = this.distances;
    const nodes = this.#nodes;
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((distances[parent] as number) <= distance) break;
      distances[at] = distances[parent] as number;
      nodes[at] = nodes[parent] as number;
      at = parent;
    }
    distances[at] = distance;
    nodes[at] = node;
  }

  /** Removes the top. */
  pop(): void {
    this.#size -= 1;
    const size = this.#size;
    const distances = this.distances;
    const nodes = this.#nodes;
    const distance = distances[size] as number;
    const node = nodes[size] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (distances[child + 1] as number) < (distances[child] as number)) child += 1;
      if ((distances[child] as number) >= distance) break;
      distances[at] = distances[child] as number;
      nodes[at] = nodes[child] as number;
      at = child;
    }
    distances[at] = size === 0 ? Number.POSITIVE_INFINITY : distance;
    nodes[at] = node;
  }

  #grow(): void {
    const distances = new Float64Array(this.distances.length * 2);
    const nodes = new Int32Array(this.#nodes.length * 2);
    distances.set(this.distances);
    nodes.set(this.#nodes);
    this.distances = distances;
    this.#nodes = nodes;
  }
}
