import type { NetworkView, Route, RouteRequest, Router, RouterFactory } from '../ports/router.ts';
import { HOP, HopWeights } from './hop-weights.ts';
import { NearFees } from './route-along.ts';
import { nextRoute, routesOnDemand } from './routes-on-demand.ts';
import { ShortestPath } from './shortest-path.ts';

/** Chooses routes as the Raiden path-finding service does. */
export const raidenRouter: RouterFactory = { name: 'raiden', create };

function create(): Router {
  const memory = { search: new ShortestPath(), fees: new NearFees() };
  const weights = new HopWeights(memory.fees);
  const next = (view: NetworkView, request: RouteRequest, found: readonly Route[]): Route | undefined => {
    const { source, target, amount } = request;
    weights.begin(view, amount);
    for (const { ends } of found) weights.use(ends);
    const problem = { view, source, target, weigh: weights.weigh, leastWeight: HOP };
    return nextRoute(memory, problem, amount, found);
  };
  return {
    findRoutes: (view, request) => routesOnDemand(view, request, (found) => next(view, request, found)),
  };
}
