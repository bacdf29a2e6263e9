import type { EndIndex, NodeIndex } from '../model/network/indices.ts';
import type { SearchLabels, SearchProblem } from './search-side.ts';

/** The distances that a search from both sides has found, as far as it had to look. */
export interface TwoSidedLabels {
  readonly forward: SearchLabels;
  readonly backward: SearchLabels;
  /** Length of the shortest paths. */
  readonly length: number;
  /**
   * Distances to the target that are less than this are final; so are those from the source of all nodes that are
   * farther.
   */
  readonly backwardReach: number;
}

/**
 * Of all shortest paths the one whose nodes come first in node order, compared from the source on: the result
 * depends on the network alone, never on the order in which a search happened to look. As channel ends.
 */
export class CanonicalPath {
  #cursors = new Int32Array(0);
  // Which walk entered the node last.
  #entered = new Int32Array(0);
  #walk = 0;
  // Nodes that were entered on the way to where the walk is.
  #nodes = new Int32Array(0);
  // The ends gone through from the source on; the list keeps its room, because cutting one is a call into the runtime.
  readonly #ends: EndIndex[] = [];

  walk(problem: SearchProblem, labels: TwoSidedLabels): readonly EndIndex[] {
    const { view, source } = problem;
    const { offsets, ends, neighbours } = view;
    const { forward, backward, length, backwardReach } = labels;
    const { leastWeight, weigh } = problem;
    this.#begin(view.nodeCount);
    const cursors = this.#cursors;
    const path = this.#ends;
    const nodes = this.#nodes;
    const entered = this.#entered;
    // Nodes that are farther from the source have their distance to the target.
    const mostAhead = length - backwardReach;
    let depth = 0;
    let node = source;
    cursors[node] = offsets[node] as number;
    // Depth first through the nodes near the source. A node left behind keeps its cursor at the end of its row.
    for (;;) {
      const reached = forward.get(node);
      const mostBehind = length - reached - leastWeight;
      const mayGoOn = reached + leastWeight <= mostAhead;
      const last = offsets[node + 1] as number;
      let at = cursors[node] as number;
      for (; at < last; at += 1) {
        // The cheapest questions first: most neighbours are on no shortest path.
        const neighbour = neighbours[at] as NodeIndex;
        const behind = backward.get(neighbour);
        if (behind < backwardReach && behind <= mostBehind) {
          const end = ends[at] as EndIndex;
          if (reached + weigh(end, neighbour) + behind === length) {
            path[depth] = end;
            return path.slice(0, this.#finish(problem, backward, neighbour, depth + 1));
          }
        }
        if (!mayGoOn) continue;
        const ahead = forward.get(neighbour);
        // No node is entered twice: what leads nowhere once leads nowhere again.
        if (ahead > mostAhead || ahead < reached + leastWeight || entered[neighbour] === this.#walk) continue;
        if (reached + weigh(ends[at] as EndIndex, neighbour) === ahead) break;
      }
      cursors[node] = at + 1;
      if (at >= last) {
        depth -= 1;
        node = nodes[depth] as NodeIndex;
        continue;
      }
      path[depth] = ends[at] as EndIndex;
      nodes[depth] = node;
      depth += 1;
      node = neighbours[at] as NodeIndex;
      cursors[node] = offsets[node] as number;
      entered[node] = this.#walk;
    }
  }

  #begin(nodeCount: number): void {
    this.#walk += 1;
    if (this.#cursors.length >= nodeCount) return;
    this.#cursors = new Int32Array(nodeCount);
    this.#entered = new Int32Array(nodeCount);
    this.#nodes = new Int32Array(nodeCount);
  }

  // Every node with a matching distance is on a shortest path from here on. Returns how many ends that path has.
  #finish(
    { view, target, weigh }: SearchProblem,
    backward: SearchLabels,
    from: NodeIndex,
    depth: number,
  ): number {
    const { offsets, ends, neighbours } = view;
    let node = from;
    let length = depth;
    while (node !== target) {
      const distance = backward.get(node);
      let at = offsets[node] as number;
      while (
        backward.get(neighbours[at] as NodeIndex) >= distance ||
        weigh(ends[at] as EndIndex, neighbours[at] as NodeIndex) +
          backward.get(neighbours[at] as NodeIndex) !==
          distance
      ) {
        at += 1;
      }
      this.#ends[length] = ends[at] as EndIndex;
      length += 1;
      node = neighbours[at] as NodeIndex;
    }
    return length;
  }
}
