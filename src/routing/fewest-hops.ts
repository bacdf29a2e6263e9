import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import { CanonicalPath } from './canonical-path.ts';
import { SearchLabels } from './search-labels.ts';
import type { SearchProblem } from './search-problem.ts';

/** What is known from the source on, or towards the target: the nodes up to `reach` hops away. */
interface Side {
  readonly isForward: boolean;
  readonly labels: SearchLabels;
  frontier: NodeIndex[];
  reach: number;
}

/** Breadth-first search from both sides for problems in which every usable end weighs 1; keeps its memory. */
export class FewestHops {
  readonly #forward: Side = { isForward: true, labels: new SearchLabels(), frontier: [], reach: 0 };
  readonly #backward: Side = { isForward: false, labels: new SearchLabels(), frontier: [], reach: 0 };
  readonly #canonical = new CanonicalPath();
  #spare: NodeIndex[] = [];
  #met = false;

  /** The shortest path as channel ends, the first in node order among equals; `undefined`: there is none. */
  find(problem: SearchProblem): readonly EndIndex[] | undefined {
    const { view, source, target } = problem;
    if (source === target) return undefined;
    const [forward, backward] = [this.#forward, this.#backward];
    start(forward, view.nodeCount, source);
    start(backward, view.nodeCount, target);
    this.#met = false;
    // Whole levels at a time: then both sides' labels are final up to their frontier.
    while (!this.#met) {
      if (forward.frontier.length === 0 || backward.frontier.length === 0) return undefined;
      if (forward.frontier.length <= backward.frontier.length) this.#level(problem, forward, backward);
      else this.#level(problem, backward, forward);
    }
    return this.#canonical.walk(problem, {
      forward: forward.labels,
      backward: backward.labels,
      length: forward.reach + backward.reach,
      forwardReach: forward.reach,
      backwardReach: backward.reach,
    });
  }

  #level({ view, weigh }: SearchProblem, own: Side, other: Side): void {
    const { offsets, ends, neighbours } = view;
    const { labels, frontier, isForward } = own;
    const next = this.#spare;
    next.length = 0;
    const reach = own.reach + 1;
    const { labels: seen } = other;
    for (const node of frontier) {
      const last = offsets[node + 1] as number;
      for (let at = offsets[node] as number; at < last; at += 1) {
        const neighbour = neighbours[at] as NodeIndex;
        if (labels.get(neighbour) !== Number.POSITIVE_INFINITY) continue;
        const end = ends[at] as EndIndex;
        if (weigh(isForward ? end : otherEnd(end)) === Number.POSITIVE_INFINITY) continue;
        labels.set(neighbour, reach);
        next.push(neighbour);
        if (seen.get(neighbour) !== Number.POSITIVE_INFINITY) this.#met = true;
      }
    }
    this.#spare = frontier;
    own.frontier = next;
    own.reach = reach;
  }
}

function start(side: Side, nodeCount: number, node: NodeIndex): void {
  side.labels.reset(nodeCount);
  side.labels.set(node, 0);
  side.frontier = [node];
  side.reach = 0;
}
