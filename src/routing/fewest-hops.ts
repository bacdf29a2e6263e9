import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import { CanonicalPath } from './canonical-path.ts';
import { SearchLabels } from './search-labels.ts';
import type { SearchProblem } from './search-problem.ts';

/** Breadth-first search from both sides for problems in which every usable end weighs 1; keeps its memory. */
export class FewestHops {
  readonly #forward = new SearchLabels();
  readonly #backward = new SearchLabels();
  readonly #canonical = new CanonicalPath();
  #forwardFrontier: NodeIndex[] = [];
  #backwardFrontier: NodeIndex[] = [];
  #spare: NodeIndex[] = [];
  #met = false;

  /** The shortest path as channel ends, the first in node order among equals; `undefined`: there is none. */
  find(problem: SearchProblem): readonly EndIndex[] | undefined {
    const { view, source, target } = problem;
    if (source === target) return undefined;
    this.#forward.reset(view.nodeCount);
    this.#backward.reset(view.nodeCount);
    this.#forward.set(source, 0);
    this.#backward.set(target, 0);
    this.#forwardFrontier = [source];
    this.#backwardFrontier = [target];
    this.#met = false;
    let [ahead, behind] = [0, 0];
    // Whole levels at a time: then both sides' labels are final up to their frontier.
    while (!this.#met) {
      if (this.#forwardFrontier.length === 0 || this.#backwardFrontier.length === 0) return undefined;
      if (this.#forwardFrontier.length <= this.#backwardFrontier.length) {
        ahead += 1;
        this.#forwardFrontier = this.#level(problem, {
          frontier: this.#forwardFrontier,
          distance: ahead,
          forward: true,
        });
      } else {
        behind += 1;
        this.#backwardFrontier = this.#level(problem, {
          frontier: this.#backwardFrontier,
          distance: behind,
          forward: false,
        });
      }
    }
    return this.#canonical.walk(problem, {
      forward: this.#forward,
      backward: this.#backward,
      length: ahead + behind,
      forwardReach: ahead,
      backwardReach: behind,
    });
  }

  #level(
    { view, weigh }: SearchProblem,
    {
      frontier,
      distance,
      forward,
    }: { readonly frontier: NodeIndex[]; readonly distance: number; readonly forward: boolean },
  ): NodeIndex[] {
    const { offsets, ends, neighbours } = view;
    const [own, other] = forward ? [this.#forward, this.#backward] : [this.#backward, this.#forward];
    const next = this.#spare;
    next.length = 0;
    for (const node of frontier) {
      const last = offsets[node + 1] as number;
      for (let at = offsets[node] as number; at < last; at += 1) {
        const neighbour = neighbours[at] as NodeIndex;
        if (own.get(neighbour) !== Number.POSITIVE_INFINITY) continue;
        const end = ends[at] as EndIndex;
        if (weigh(forward ? end : otherEnd(end)) === Number.POSITIVE_INFINITY) continue;
        own.set(neighbour, distance);
        next.push(neighbour);
        if (other.get(neighbour) !== Number.POSITIVE_INFINITY) this.#met = true;
      }
    }
    this.#spare = frontier;
    return next;
  }
}
