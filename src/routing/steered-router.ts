import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { NetworkView, Route, RouteRequest, RouterFactory } from '../ports/router.ts';
import { HOP, HopWeights, LAST_RESORT } from './hop-weights.ts';
import { looplessPaths, sameEnds } from './loopless-paths.ts';
import { routeAlong } from './route-along.ts';
import { ShortestPath } from './shortest-path.ts';

/** The path that a steered router is told to take, and what it tells of its own. */
export interface Steering {
  /** The path that the next payment is to take; absent: the router's own. */
  path?: readonly NodeIndex[] | undefined;
  /** Whether `equal` is wanted, which costs a search for a second path. */
  looksForEquals?: boolean;
  /** The path that the router put first when it was last asked, if another one weighs no more. */
  equal?: readonly NodeIndex[] | undefined;
}

/** A router that takes the path it is told to, as long as it is told one. */
export function steeredRouter(router: RouterFactory, steering: Steering): RouterFactory {
  return {
    name: router.name,
    create() {
      const ownRouter = router.create();
      return {
        findRoutes(view, request) {
          const ends = steering.path === undefined ? undefined : endsAlong(view, steering.path);
          const route = ends === undefined ? undefined : routeAlong(view, ends, request.amount);
          if (route !== undefined) return [route];
          const routes = ownRouter.findRoutes(view, request);
          const first = routes.at(0);
          if (steering.looksForEquals && first)
            steering.equal = hasEqualPath(view, request, first)
              ? nodesAlong(view, request, first)
              : undefined;
          return routes;
        },
      };
    },
  };
}

function nodesAlong(view: NetworkView, { source }: RouteRequest, { ends }: Route): readonly NodeIndex[] {
  return [source, ...ends.map((end) => view.ownerOf(otherEnd(end)))];
}

function endsAlong(view: NetworkView, path: readonly NodeIndex[]): readonly EndIndex[] | undefined {
  const ends: EndIndex[] = [];
  for (const [at, node] of path.slice(0, -1).entries()) {
    const end = endTo(view, node, path[at + 1] as NodeIndex);
    if (end === undefined) return undefined;
    ends.push(end);
  }
  return ends;
}

function endTo(
  { offsets, neighbours, ends }: NetworkView,
  node: NodeIndex,
  to: NodeIndex,
): EndIndex | undefined {
  const last = offsets[node + 1] as number;
  for (let at = offsets[node] as number; at < last; at += 1) if (neighbours[at] === to) return ends[at];
  return undefined;
}

/**
 * True when another path weighs no more than this one, by the weights of the Raiden path-finding service: to it all
 * paths over a last resort are infinite, and equal.
 */
function hasEqualPath(view: NetworkView, request: RouteRequest, { ends }: Route): boolean {
  const { source, target, amount } = request;
  const weights = new HopWeights();
  weights.begin(view, amount);
  const problem = { view, source, target, weigh: weights.weigh, leastWeight: HOP };
  const weightOf = (path: Route['ends']): number =>
    path.reduce((sum, end) => sum + weights.weigh(end, view.ownerOf(otherEnd(end))), 0);
  let looked = 0;
  for (const other of looplessPaths(new ShortestPath(), problem)) {
    if (!sameEnds(other, ends)) return Math.min(weightOf(other), LAST_RESORT) <= weightOf(ends);
    looked += 1;
    if (looked === 2) return false;
  }
  return false;
}
