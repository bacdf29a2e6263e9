import type { EndIndex, NodeIndex } from '../model/network/indices.ts';
import { type SearchLabels, type SearchProblem, SearchSide } from './search-side.ts';

/**
 * Dijkstra's search from both sides; keeps its memory from search to search. A node is looked at twice: first for
 * channels to nodes that the other side has reached, and for all others, which most searches never need, no sooner than
 * the nearest of them could be next. It ends as soon as no path that was not met can be shorter than the one that was
 * found (Pohl 1971, with the least weight added).
 */
export class ShortestPath {
  readonly #forward = new SearchSide({ flip: 0 });
  readonly #backward = new SearchSide({ flip: 1 });
  readonly #canonical = new CanonicalPath();
  #length = Number.POSITIVE_INFINITY;
  /** At channel ends, in all searches so far. */
  looks = 0;

  /** The shortest path as channel ends, the first in node order among equals; `undefined`: there is none. */
  find(problem: SearchProblem): readonly EndIndex[] | undefined {
    const { view, source, target, leastWeight } = problem;
    if (source === target) return undefined;
    const forward = this.#forward;
    const backward = this.#backward;
    const { offsets } = view;
    this.#length = Number.POSITIVE_INFINITY;
    forward.start(view.nodeCount, source);
    backward.start(view.nodeCount, target);
    while (!this.#isDecided(leastWeight)) {
      // The side that has looked at less goes on, so that a hub is passed from whichever side is cheaper.
      const forwardCost = forward.looked + degreeOf(offsets, forward.nextNode);
      const backwardCost = backward.looked + degreeOf(offsets, backward.nextNode);
      if (forwardCost <= backwardCost) this.#goOn(problem, forward, backward);
      else this.#goOn(problem, backward, forward);
    }
    this.looks += forward.looked + backward.looked;
    if (this.#length === Number.POSITIVE_INFINITY) return undefined;
    const { distances, first } = backward.unspread;
    const unlooked = Math.min(backward.heap.distances[0] as number, this.#length) + leastWeight;
    return this.#canonical.walk(problem, {
      forward: forward.labels,
      backward: backward.labels,
      length: this.#length,
      backwardReach: Math.min(unlooked, distances[first] as number),
    });
  }

  // In a function of its own: a double that a large one is handed by a call lands on the heap.
  #isDecided(leastWeight: number): boolean {
    const forward = this.#forward;
    const backward = this.#backward;
    const ahead = forward.unspread;
    const behind = backward.unspread;
    const aheadSpread = ahead.distances[ahead.first] as number;
    const behindSpread = behind.distances[behind.first] as number;
    const aheadNext = Math.min(forward.heap.distances[0] as number, aheadSpread);
    const behindNext = Math.min(backward.heap.distances[0] as number, behindSpread);
    if (aheadNext === Number.POSITIVE_INFINITY || behindNext === Number.POSITIVE_INFINITY) return true;
    // Two nodes in its midst that were not looked at; or one whose label is missing on the one side, or on both.
    return (
      aheadNext + behindNext + leastWeight >= this.#length &&
      aheadSpread + behindNext >= this.#length &&
      aheadNext + behindSpread >= this.#length &&
      // All of several equal paths have to be labelled.
      aheadSpread + behindSpread > this.#length
    );
  }

  #goOn(problem: SearchProblem, own: SearchSide, other: SearchSide): void {
    if (own.isToSpread) this.#spread(problem, own, other);
    else this.#meet(problem, own, other);
  }

  // Looks for neighbours that the other side has reached.
  #meet({ view, weigh, leastWeight, without }: SearchProblem, own: SearchSide, other: SearchSide): void {
    const { offsets, ends, neighbours } = view;
    const { labels, heap, unspread, flip } = own;
    const { labels: others } = other;
    const node = heap.topNode;
    const distance = heap.distances[0] as number;
    const first = offsets[node] as number;
    // It was pushed again with a shorter distance, and looked at then.
    const isStale = distance > labels.get(node);
    const last = isStale ? first : (offsets[node + 1] as number);
    own.looked += last - first;
    for (let at = first; at < last; at += 1) {
      const neighbour = neighbours[at] as NodeIndex;
      const beyond = others.get(neighbour);
      if (distance + leastWeight + beyond >= this.#length) continue;
      const payee = flip === 0 ? neighbour : node;
      const end = ((ends[at] as EndIndex) ^ flip) as EndIndex;
      const length = distance + weigh(end, payee) + beyond;
      if (length >= this.#length || without?.ends.has(end)) continue;
      this.#length = length;
      // Nothing shorter is to be found; the node stays on top, as one that was not looked at.
      if (this.#isDecided(leastWeight)) return;
    }
    heap.pop();
    if (!isStale) unspread.push(distance + leastWeight, node);
  }

  // Labels the neighbours of a node.
  #spread({ view, weigh, leastWeight, without }: SearchProblem, own: SearchSide, other: SearchSide): void {
    const { offsets, ends, neighbours } = view;
    const { labels, heap, unspread, flip } = own;
    const { labels: others } = other;
    const node = unspread.firstNode;
    const distance = labels.get(node);
    const first = offsets[node] as number;
    const last = offsets[node + 1] as number;
    own.looked += last - first;
    for (let at = first; at < last; at += 1) {
      const neighbour = neighbours[at] as NodeIndex;
      const distanceSoFar = labels.get(neighbour);
      if (distanceSoFar <= distance + leastWeight) continue;
      const payee = flip === 0 ? neighbour : node;
      const end = ((ends[at] as EndIndex) ^ flip) as EndIndex;
      const reached = distance + weigh(end, payee);
      if (reached >= distanceSoFar || without?.nodes.has(neighbour) || without?.ends.has(end)) continue;
      labels.set(neighbour, reached);
      heap.push(reached, neighbour);
      const length = reached + others.get(neighbour);
      if (length >= this.#length) continue;
      this.#length = length;
      // Nothing shorter is to be found; the node stays first, as one whose neighbours are not labelled.
      if (this.#isDecided(leastWeight)) return;
    }
    unspread.pop();
  }
}

function degreeOf(offsets: Int32Array, node: NodeIndex): number {
  return (offsets[node + 1] as number) - (offsets[node] as number);
}

/** The distances that a search from both sides has found, as far as it had to look. */
interface TwoSidedLabels {
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
class CanonicalPath {
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
    const { leastWeight, weigh, without } = problem;
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
          if (reached + weigh(end, neighbour) + behind === length && !without?.ends.has(end)) {
            path[depth] = end;
            return path.slice(0, this.#finish(problem, backward, neighbour, depth + 1));
          }
        }
        if (!mayGoOn) continue;
        const ahead = forward.get(neighbour);
        // No node is entered twice: what leads nowhere once leads nowhere again.
        if (ahead > mostAhead || ahead < reached + leastWeight || entered[neighbour] === this.#walk) continue;
        const end = ends[at] as EndIndex;
        if (reached + weigh(end, neighbour) === ahead && !without?.ends.has(end)) break;
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
    { view, target, weigh, without }: SearchProblem,
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
          distance ||
        without?.ends.has(ends[at] as EndIndex)
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
