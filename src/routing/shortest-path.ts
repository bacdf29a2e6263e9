import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import { CanonicalPath } from './canonical-path.ts';
import { NodeHeap } from './node-heap.ts';
import { SearchLabels } from './search-labels.ts';
import type { SearchProblem } from './search-problem.ts';

/** Dijkstra's search from both sides; keeps its memory from search to search. */
export class ShortestPath {
  readonly #forward = new SearchLabels();
  readonly #backward = new SearchLabels();
  readonly #forwardHeap = new NodeHeap();
  readonly #backwardHeap = new NodeHeap();
  readonly #canonical = new CanonicalPath();
  #length = Number.POSITIVE_INFINITY;

  /** The shortest path as channel ends, the first in node order among equals; `undefined`: there is none. */
  find(problem: SearchProblem): readonly EndIndex[] | undefined {
    const { view, source, target } = problem;
    if (source === target) return undefined;
    this.#start(view.nodeCount, source, target);
    const [forward, backward] = [this.#forwardHeap, this.#backwardHeap];
    for (;;) {
      this.#dropStale(forward, this.#forward);
      this.#dropStale(backward, this.#backward);
      // Also ends the search when one side has nothing left: its top is Infinity.
      if (forward.top + backward.top >= this.#length || forward.size === 0 || backward.size === 0) break;
      if (forward.top <= backward.top) this.#expandForward(problem);
      else this.#expandBackward(problem);
    }
    if (this.#length === Number.POSITIVE_INFINITY) return undefined;
    return this.#canonical.walk(problem, {
      forward: this.#forward,
      backward: this.#backward,
      length: this.#length,
      forwardReach: forward.top,
      backwardReach: Math.min(backward.top, this.#length),
    });
  }

  #start(nodeCount: number, source: NodeIndex, target: NodeIndex): void {
    this.#length = Number.POSITIVE_INFINITY;
    this.#forward.reset(nodeCount);
    this.#backward.reset(nodeCount);
    this.#forwardHeap.clear();
    this.#backwardHeap.clear();
    this.#forward.set(source, 0);
    this.#backward.set(target, 0);
    this.#forwardHeap.push(0, source);
    this.#backwardHeap.push(0, target);
  }

  // A node that was pushed again with a shorter distance.
  #dropStale(heap: NodeHeap, labels: SearchLabels): void {
    while (heap.size > 0 && heap.top > labels.get(heap.topNode)) heap.pop();
  }

  #expandForward({ view, weigh }: SearchProblem): void {
    const { offsets, ends, neighbours } = view;
    const labels = this.#forward;
    const node = this.#forwardHeap.topNode;
    const distance = this.#forwardHeap.top;
    this.#forwardHeap.pop();
    const last = offsets[node + 1] as number;
    for (let at = offsets[node] as number; at < last; at += 1) {
      const neighbour = neighbours[at] as NodeIndex;
      const known = labels.get(neighbour);
      // Weights are at least 1.
      if (known <= distance) continue;
      const reached = distance + weigh(ends[at] as EndIndex);
      if (reached < known) {
        labels.set(neighbour, reached);
        this.#forwardHeap.push(reached, neighbour);
        this.#length = Math.min(this.#length, reached + this.#backward.get(neighbour));
      }
    }
  }

  #expandBackward({ view, weigh }: SearchProblem): void {
    const { offsets, ends, neighbours } = view;
    const labels = this.#backward;
    const node = this.#backwardHeap.topNode;
    const distance = this.#backwardHeap.top;
    this.#backwardHeap.pop();
    const last = offsets[node + 1] as number;
    for (let at = offsets[node] as number; at < last; at += 1) {
      const neighbour = neighbours[at] as NodeIndex;
      const known = labels.get(neighbour);
      if (known <= distance) continue;
      // Towards the target one goes through the neighbour's end of the channel.
      const reached = distance + weigh(otherEnd(ends[at] as EndIndex));
      if (reached < known) {
        labels.set(neighbour, reached);
        this.#backwardHeap.push(reached, neighbour);
        this.#length = Math.min(this.#length, reached + this.#forward.get(neighbour));
      }
    }
  }
}
