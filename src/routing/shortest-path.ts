import type { EndIndex, NodeIndex } from '../model/network/indices.ts';
import { CanonicalPath } from './canonical-path.ts';
import { type SearchProblem, SearchSide } from './search-side.ts';

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
  #meet({ view, weigh, leastWeight }: SearchProblem, own: SearchSide, other: SearchSide): void {
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
      const length = distance + weigh(((ends[at] as EndIndex) ^ flip) as EndIndex, payee) + beyond;
      if (length >= this.#length) continue;
      this.#length = length;
      // Nothing shorter is to be found; the node stays on top, as one that was not looked at.
      if (this.#isDecided(leastWeight)) return;
    }
    heap.pop();
    if (!isStale) unspread.push(distance + leastWeight, node);
  }

  // Labels the neighbours of a node.
  #spread({ view, weigh, leastWeight }: SearchProblem, own: SearchSide, other: SearchSide): void {
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
      const reached = distance + weigh(((ends[at] as EndIndex) ^ flip) as EndIndex, payee);
      if (reached >= distanceSoFar) continue;
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
