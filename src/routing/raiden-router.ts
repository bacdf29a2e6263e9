import type { NetworkView, Route, Router, RouteRequest } from '../ports/router.ts';
import { estimateFee } from './estimate-fee.ts';
import { HopWeights } from './hop-weights.ts';
import { looplessPaths } from './loopless-paths.ts';
import { ShortestPath } from './shortest-path.ts';

// The service itself tries all loopless paths, which may take forever; this many have always been enough.
const MAX_TRIED_PATHS = 25;

/** Chooses routes as the Raiden path-finding service does. */
export const raidenRouter: Router = createRaidenRouter();

function createRaidenRouter(): Router {
  const search = new ShortestPath();
  const weights = new HopWeights();
  return {
    name: 'raiden',
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
  readonly weigh: (end: number) => number;
  readonly routes: readonly Route[];
}): Route | undefined {
  let tried = 0;
  for (const ends of looplessPaths(search, { view, source: request.source, target: request.target, weigh })) {
    const isNew = routes.every((route) => !sameEnds(route.ends, ends));
    const estimatedFee = isNew ? estimateFee(view, ends, request.amount) : undefined;
    if (estimatedFee !== undefined) return { ends, estimatedFee };
    tried += 1;
    if (tried === MAX_TRIED_PATHS) return undefined;
  }
  return undefined;
}

function sameEnds(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((end, i) => end === other[i]);
}
