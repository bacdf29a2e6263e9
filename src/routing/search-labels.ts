import type { NodeIndex } from '../model/network/indices.ts';

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
