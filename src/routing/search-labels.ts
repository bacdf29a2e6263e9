import type { NodeIndex } from '../model/network/indices.ts';

/** Distances found by one search, by node; stamped by generation, so that a new search clears nothing. */
export class SearchLabels {
  #stamps = new Int32Array(0);
  #distances = new Float64Array(0);
  #generation = 0;

  /** Forgets all distances. */
  reset(nodeCount: number): void {
    if (this.#stamps.length < nodeCount) {
      this.#stamps = new Int32Array(nodeCount);
      this.#distances = new Float64Array(nodeCount);
      this.#generation = 0;
    }
    this.#generation += 1;
  }

  /** Infinity for a node without a label. */
  get(node: NodeIndex): number {
    return this.#stamps[node] === this.#generation
      ? (this.#distances[node] as number)
      : Number.POSITIVE_INFINITY;
  }

  set(node: NodeIndex, distance: number): void {
    this.#stamps[node] = this.#generation;
    this.#distances[node] = distance;
  }
}
