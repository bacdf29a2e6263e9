import type { NetworkView, Route, RouteRequest, Router, RouterFactory } from '../ports/router.ts';
import { HOP, HopWeights } from './hop-weights.ts';
import { looplessPaths, sameEnds } from './loopless-paths.ts';
import { routeAlong } from './route-along.ts';
import { RoutesOnDemand } from './routes-on-demand.ts';
import type { SearchProblem } from './search-problem.ts';
import { ShortestPath } from './shortest-path.ts';

// The service itself tries all loopless paths, which may take forever; this many have always been enough.
const MAX_TRIED_PATHS = 25;

/** Chooses routes as the Raiden path-finding service does. */
export const raidenRouter: RouterFactory = { name: 'raiden', create };

function create(): Router {
  const search = new ShortestPath();
  const weights = new HopWeights();
  const next = (view: NetworkView, request: RouteRequest, found: readonly Route[]): Route | undefined => {
    const { source, target, amount } = request;
    weights.begin(view, amount);
    for (const { ends } of found) weights.use(ends);
    const problem = { view, source, target, weigh: weights.weigh, leastWeight: HOP };
    return nextRoute(search, problem, amount, found);
  };
  return {
    findRoutes(view, request) {
      const first = request.maxPaths < 1 ? undefined : next(view, request, []);
      if (first === undefined) return [];
      const more = { most: request.maxPaths, next: (found: readonly Route[]) => next(view, request, found) };
      return new RoutesOnDemand(view, first, more);
    },
  };
}

// The lightest path that is new and whose mediators can all state a fee.
function nextRoute(
  search: ShortestPath,
  problem: SearchProblem,
  amount: bigint,
  routes: readonly Route[],
): Route | undefined {
  let tried = 0;
  for (const ends of looplessPaths(search, problem)) {
    const isNew = routes.every((route) => !sameEnds(route.ends, ends));
    const route = isNew ? routeAlong(problem.view, ends, amount) : undefined;
    if (route !== undefined) return route;
    tried += 1;
    if (tried === MAX_TRIED_PATHS) return undefined;
  }
  return undefined;
}
