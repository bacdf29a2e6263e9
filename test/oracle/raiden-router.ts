import type { Amount } from '../../src/model/network/amount.ts';
import type { Route, Router, RouterFactory } from '../../src/ports/router.ts';
import { HopWeights } from './hop-weights.ts';
import { looplessPaths, sameEnds } from './loopless-paths.ts';
import { routeAlong } from './route-along.ts';
import type { SearchProblem } from './search-problem.ts';
import { ShortestPath } from './shortest-path.ts';

// The service itself tries all loopless paths, which may take forever; this many have always been enough.
const MAX_TRIED_PATHS = 25;

/** Chooses routes as the Raiden path-finding service does. */
export const raidenRouter: RouterFactory = { name: 'raiden', create };

function create(): Router {
  const search = new ShortestPath();
  const weights = new HopWeights();
  return {
    findRoutes(view, request) {
      weights.begin(view, request.amount);
      const problem = { view, source: request.source, target: request.target, weigh: weights.weigh };
      const routes: Route[] = [];
      while (routes.length < request.maxPaths) {
        const route = nextRoute(search, problem, request.amount, routes);
        if (route === undefined) break;
        routes.push(route);
        weights.use(route.ends);
      }
      return routes;
    },
  };
}

// The lightest path that is new and whose mediators can all state a fee.
function nextRoute(
  search: ShortestPath,
  problem: SearchProblem,
  amount: Amount,
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
