import type { NodeIndex } from '../model/network/indices.ts';

/** A binary heap of nodes by distance that keeps its memory. The order of equal distances is arbitrary. */
export class NodeHeap {
  /** The first is the smallest; Infinity when empty. Read where a getter's double would land on the heap. */
  distances = new Float64Array(64).fill(Number.POSITIVE_INFINITY);
  #nodes = new Int32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Smallest distance; Infinity when empty. */
  get top(): number {
    return this.distances[0] as number;
  }

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
