import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { NetworkView } from '../ports/router.ts';
import type { SearchProblem } from './search-side.ts';
import type { ShortestPath } from './shortest-path.ts';

/** A path as channel ends with the sum of their weights. */
interface WeighedPath {
  readonly ends: readonly EndIndex[];
  readonly weight: number;
  /** How many of its last hops it shares with the path that it was made of. */
  readonly shared: number;
}

/**
 * All loopless paths, lightest first (Yen 1971, Lawler 1972); paths of equal weight in node order. `first` is the
 * lightest, for callers that have found it. `refusedHops`: with how many of a path's last hops no other path may end.
 * Paths are varied from the target on, because fees add up from there.
 */
export function* looplessPaths(
  search: ShortestPath,
  problem: SearchProblem,
  first = search.find(problem),
  refusedHops: (ends: readonly EndIndex[]) => number = () => Number.POSITIVE_INFINITY,
): Generator<readonly EndIndex[], void> {
  if (first === undefined) return;
  yield first;
  const foundPaths: (readonly EndIndex[])[] = [first];
  const candidates: WeighedPath[] = [];
  let last: Pick<WeighedPath, 'ends' | 'shared'> = { ends: first, shared: 0 };
  for (;;) {
    const { ends } = last;
    // Paths that share fewer hops were found with the path that it was made of.
    const most = Math.min(ends.length, refusedHops(ends));
    for (let { shared } = last; shared < most; shared += 1) {
      const candidate = deviation(search, problem, foundPaths, ends.slice(ends.length - shared));
      if (candidate) candidates.push(candidate);
    }
    const best = takeLightest(candidates, problem.view);
    if (best === undefined) return;
    yield best.ends;
    foundPaths.push(best.ends);
    last = best;
  }
}

// The lightest path that ends with these hops, before which it differs from every path found so far.
function deviation(
  search: ShortestPath,
  problem: SearchProblem,
  found: readonly (readonly EndIndex[])[],
  lastHops: readonly EndIndex[],
): WeighedPath | undefined {
  const { view } = problem;
  const bannedEnds = new Set<EndIndex>();
  for (const path of found) {
    const differing = path.length - lastHops.length - 1;
    if (lastHops.every((end, i) => path[differing + 1 + i] === end))
      bannedEnds.add(path[differing] as EndIndex);
  }
  const [next] = lastHops;
  const target = next === undefined ? problem.target : view.ownerOf(next);
  const visited = new Set(lastHops.map((end) => farSide(view, end)));
  const before = search.find({ ...problem, target, without: { ends: bannedEnds, nodes: visited } });
  if (before === undefined) return undefined;
  const ends = [...before, ...lastHops];
  const weight = ends.reduce((sum, end) => sum + problem.weigh(end, farSide(view, end)), 0);
  return { ends, weight, shared: lastHops.length };
}

function takeLightest(candidates: WeighedPath[], view: NetworkView): WeighedPath | undefined {
  candidates.sort((one, other) => one.weight - other.weight || byNodes(view, one.ends, other.ends));
  return candidates.shift();
}

function byNodes(view: NetworkView, one: readonly EndIndex[], other: readonly EndIndex[]): number {
  for (let i = 0; i < Math.min(one.length, other.length); i += 1) {
    const [left, right] = [one[i] as EndIndex, other[i] as EndIndex];
    const difference = farSide(view, left) - farSide(view, right) || left - right;
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

function farSide(view: NetworkView, end: EndIndex): NodeIndex {
  return view.ownerOf(otherEnd(end));
}

/** True for the same path. */
export function sameEnds(one: readonly EndIndex[], other: readonly EndIndex[]): boolean {
  return one.length === other.length && one.every((end, i) => end === other[i]);
}
