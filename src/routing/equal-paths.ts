import { otherEnd } from '../model/network/indices.ts';
import type { NetworkView, Route, RouteRequest } from '../ports/router.ts';
import { HOP, HopWeights } from './hop-weights.ts';
import { looplessPaths, sameEnds } from './loopless-paths.ts';
import { ShortestPath } from './shortest-path.ts';

/** True when another path weighs no more than this one, by the weights of the Raiden path-finding service. */
export function hasEqualPath(view: NetworkView, request: RouteRequest, { ends }: Route): boolean {
  const { source, target, amount } = request;
  const weights = new HopWeights();
  weights.begin(view, amount);
  const problem = { view, source, target, weigh: weights.weigh, leastWeight: HOP };
  const weightOf = (path: Route['ends']): number =>
    path.reduce((sum, end) => sum + weights.weigh(end, view.ownerOf(otherEnd(end))), 0);
  let looked = 0;
  for (const other of looplessPaths(new ShortestPath(), problem)) {
    if (!sameEnds(other, ends)) return weightOf(other) <= weightOf(ends);
    looked += 1;
    if (looked === 2) return false;
  }
  return false;
}
