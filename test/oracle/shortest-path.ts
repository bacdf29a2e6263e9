import { type EndIndex, type NodeIndex, otherEnd } from '../../src/model/network/indices.ts';
import { CanonicalPath } from './canonical-path.ts';
import { NodeHeap } from '../../src/routing/node-heap.ts';
import { SearchLabels } from '../../src/routing/search-labels.ts';
import type { SearchProblem } from './search-problem.ts';

/** What is known from the source on, or towards the target. */
class Side {
  readonly labels = new SearchLabels();
  readonly heap = new NodeHeap();
  readonly isForward: boolean;

  constructor({ isForward }: { readonly isForward: boolean }) {
    this.isForward = isForward;
  }

  start(nodeCount: number, node: NodeIndex): void {
    this.labels.reset(nodeCount);
    this.heap.clear();
    this.labels.set(node, 0);
    this.heap.push(0, node);
  }

  // A node that was pushed again with a shorter distance.
  dropStale(): void {
    const { heap, labels } = this;
    while (heap.size > 0 && heap.top > labels.get(heap.topNode)) heap.pop();
  }
}

/** Dijkstra's search from both sides; keeps its memory from search to search. */
export class ShortestPath {
  readonly #forward = new Side({ isForward: true });
  readonly #backward = new Side({ isForward: false });
  readonly #canonical = new CanonicalPath();
  #length = Number.POSITIVE_INFINITY;

  /** The shortest path as channel ends, the first in node order among equals; `undefined`: there is none. */
  find(problem: SearchProblem): readonly EndIndex[] | undefined {
    const { view, source, target } = problem;
    if (source === target) return undefined;
    const [forward, backward] = [this.#forward, this.#backward];
    this.#length = Number.POSITIVE_INFINITY;
    forward.start(view.nodeCount, source);
    backward.start(view.nodeCount, target);
    const [ahead, behind] = [forward.heap, backward.heap];
    for (;;) {
      forward.dropStale();
      backward.dropStale();
      // Also ends the search when one side has nothing left: its top is Infinity.
      if (ahead.top + behind.top >= this.#length || ahead.size === 0 || behind.size === 0) break;
      if (ahead.top <= behind.top) this.#expand(problem, forward, backward);
      else this.#expand(problem, backward, forward);
    }
    if (this.#length === Number.POSITIVE_INFINITY) return undefined;
    return this.#canonical.walk(problem, {
      forward: forward.labels,
      backward: backward.labels,
      length: this.#length,
      forwardReach: ahead.top,
      backwardReach: Math.min(behind.top, this.#length),
    });
  }

  #expand({ view, weigh }: SearchProblem, { labels, heap, isForward }: Side, other: Side): void {
    const { offsets, ends, neighbours } = view;
    const node = heap.topNode;
    const distance = heap.top;
    heap.pop();
    const last = offsets[node + 1] as number;
    for (let at = offsets[node] as number; at < last; at += 1) {
      const neighbour = neighbours[at] as NodeIndex;
      const known = labels.get(neighbour);
      // Weights are at least 1.
      if (known <= distance) continue;
      const end = ends[at] as EndIndex;
      // Towards the target one goes through the neighbour's end of the channel.
      const reached = distance + weigh(isForward ? end : otherEnd(end));
      if (reached < known) {
        labels.set(neighbour, reached);
        heap.push(reached, neighbour);
        this.#length = Math.min(this.#length, reached + other.labels.get(neighbour));
      }
    }
  }
}
