import type { EndIndex } from '../model/network/indices.ts';
import type { NetworkView, Route, Router, RouterFactory, RouteRequest } from '../ports/router.ts';
import { HopWeights } from './hop-weights.ts';
import { looplessPaths, sameEnds } from './loopless-paths.ts';
import { routeAlong } from './route-along.ts';
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
      const routes: Route[] = [];
      while (routes.length < request.maxPaths) {
        const route = nextRoute({ search, view, request, weigh: weights.weigh, routes });
        if (route === undefined) break;
        routes.push(route);
        weights.use(route.ends);
      }
      return routes;
    },
  };
}

// The lightest path that is new and whose mediators can all state a fee.
function nextRoute({
  search,
  view,
  request,
  weigh,
  routes,
}: {
  readonly search: ShortestPath;
  readonly view: NetworkView;
  readonly request: RouteRequest;
  readonly weigh: (end: EndIndex) => number;
  readonly routes: readonly Route[];
}): Route | undefined {
  let tried = 0;
  for (const ends of looplessPaths(search, { view, source: request.source, target: request.target, weigh })) {
    const isNew = routes.every((route) => !sameEnds(route.ends, ends));
    const route = isNew ? routeAlong(view, ends, request.amount) : undefined;
    if (route !== undefined) return route;
    tried += 1;
    if (tried === MAX_TRIED_PATHS) return undefined;
  }
  return undefined;
}
