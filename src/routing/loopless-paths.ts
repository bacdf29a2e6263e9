import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { NetworkView } from '../ports/router.ts';
import type { SearchProblem } from './search-side.ts';
import type { ShortestPath } from './shortest-path.ts';

/** A path as channel ends with the sum of their weights. */
interface WeighedPath {
  readonly ends: readonly EndIndex[];
  readonly weight: number;
  /** The hop at which it leaves the path that it was made of. */
  readonly spur: number;
}

/**
 * All loopless paths, lightest first (Yen 1971, Lawler 1972); paths of equal weight in node order. `first` is the
 * lightest one, for callers that have found it already.
 */
export function* looplessPaths(search: ShortestPath, problem: SearchProblem, first = search.find(problem)) {
  if (first === undefined) return;
  yield first;
  const foundPaths: (readonly EndIndex[])[] = [first];
  const candidates: WeighedPath[] = [];
  let last: Pick<WeighedPath, 'ends' | 'spur'> = { ends: first, spur: 0 };
  for (;;) {
    // Paths that leave before its own spur were found with the path that it was made of.
    for (let { spur } = last; spur < last.ends.length; spur += 1) {
      const candidate = deviation(search, problem, foundPaths, last.ends.slice(0, spur));
      if (candidate && !candidates.some((other) => sameEnds(other.ends, candidate.ends)))
        candidates.push(candidate);
    }
    const best = takeLightest(candidates, problem.view);
    if (best === undefined) return;
    yield best.ends;
    foundPaths.push(best.ends);
    last = best;
  }
}

// The lightest path that begins with `root` and then leaves every path found so far.
function deviation(
  search: ShortestPath,
  problem: SearchProblem,
  found: readonly (readonly EndIndex[])[],
  root: readonly EndIndex[],
): WeighedPath | undefined {
  const bannedEnds = new Set<EndIndex>();
  for (const path of found) {
    if (root.every((end, i) => path[i] === end)) bannedEnds.add(path[root.length] as EndIndex);
  }
  const nodes = [problem.source, ...root.map((end) => farSide(problem.view, end))];
  const source = nodes[nodes.length - 1] as NodeIndex;
  const visited = new Set(nodes);
  const weigh = (end: EndIndex, payee: NodeIndex): number =>
    bannedEnds.has(end) || visited.has(payee) ? Number.POSITIVE_INFINITY : problem.weigh(end, payee);
  const rest = search.find({ ...problem, source, weigh });
  if (rest === undefined) return undefined;
  const ends = [...root, ...rest];
  const weight = ends.reduce((sum, end) => sum + problem.weigh(end, farSide(problem.view, end)), 0);
  return { ends, weight, spur: root.length };
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
