import type { EndIndex, NodeIndex } from '../model/network/indices.ts';
import { CanonicalPath } from './canonical-path.ts';
import type { SearchProblem } from './search-problem.ts';
import { SearchSide } from './search-side.ts';

/**
 * Dijkstra's search from both sides; keeps its memory from search to search. It ends as soon as no path through two
 * nodes that were not looked at yet can be shorter than the one that was found: such a path has a channel between
 * them, which weighs something as well (Pohl 1971, with the least weight added).
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
    const [forward, backward] = [this.#forward, this.#backward];
    const [ahead, behind] = [forward.heap, backward.heap];
    const { offsets } = view;
    this.#length = Number.POSITIVE_INFINITY;
    forward.start(view.nodeCount, source);
    backward.start(view.nodeCount, target);
    for (;;) {
      if (ahead.size === 0 || behind.size === 0 || this.#isDecided(leastWeight)) break;
      // The side that has looked at less goes on, so that a hub is passed from whichever side is cheaper.
      const forwardCost = forward.looked + degreeOf(offsets, ahead.topNode);
      const backwardCost = backward.looked + degreeOf(offsets, behind.topNode);
      if (forwardCost <= backwardCost) this.#expand(problem, forward, backward);
      else this.#expand(problem, backward, forward);
    }
    if (this.#length === Number.POSITIVE_INFINITY) return undefined;
    return this.#canonical.walk(problem, {
      forward: forward.labels,
      backward: backward.labels,
      length: this.#length,
      backwardReach: Math.min(behind.distances[0] as number, this.#length),
    });
  }

  // In a function of its own: a double that a large one is handed by a call lands on the heap.
  #isDecided(leastWeight: number): boolean {
    const [ahead, behind] = [this.#forward.heap.distances, this.#backward.heap.distances];
    return (ahead[0] as number) + (behind[0] as number) + leastWeight >= this.#length;
  }

  #expand({ view, weigh, leastWeight }: SearchProblem, own: SearchSide, other: SearchSide): void {
    const { offsets, ends, neighbours } = view;
    const { labels, heap, flip } = own;
    const { labels: others, heap: otherHeap } = other;
    const node = heap.topNode;
    const distance = heap.distances[0] as number;
    const enough = distance + leastWeight + (otherHeap.distances[0] as number);
    const first = offsets[node] as number;
    // It was pushed again with a shorter distance, and looked at then.
    const isStale = distance > labels.get(node);
    const last = isStale ? first : (offsets[node + 1] as number);
    own.looked += last - first;
    for (let at = first; at < last; at += 1) {
      const neighbour = neighbours[at] as NodeIndex;
      const known = labels.get(neighbour);
      if (known <= distance + leastWeight) continue;
      const payee = flip === 0 ? neighbour : node;
      const reached = distance + weigh(((ends[at] as EndIndex) ^ flip) as EndIndex, payee);
      if (reached >= known) continue;
      labels.set(neighbour, reached);
      heap.push(reached, neighbour);
      const length = reached + others.get(neighbour);
      if (length >= this.#length) continue;
      this.#length = length;
      // Nothing shorter is to be found; the node stays on top, as one that was not looked at.
      if (length <= enough) return;
    }
    heap.pop();
  }
}

function degreeOf(offsets: Int32Array, node: NodeIndex): number {
  return (offsets[node + 1] as number) - (offsets[node] as number);
}
