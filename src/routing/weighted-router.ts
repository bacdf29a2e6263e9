import type { EndIndex } from '../model/network/indices.ts';
import type { NetworkView, Route, RouteRequest, Router, RouterFactory } from '../ports/router.ts';
import { NearFees } from './route-along.ts';
import { nextRoute, routesOnDemand } from './routes-on-demand.ts';
import { ShortestPath } from './shortest-path.ts';

/** The unit of weights, which are whole numbers so that their sums are exact. */
export const UNIT = 2 ** 32;

// A path that was offered before may fail at any of its channels: as much as the service of Raiden nodes puts on
// them, five hops (raiden.md 3.2).
const AGAIN = 5 * UNIT;

interface Weighing {
  readonly name: string;
  /** The weight of each channel end for one request; Infinity: not through it. */
  readonly weightOf: (view: NetworkView, request: RouteRequest) => (end: EndIndex) => number;
  /** None weighs less. */
  readonly leastWeight: number;
}

/** Offers the lightest path, then others, of which those over channels that were offered before weigh more. */
export function weightedRouter({ name, weightOf, leastWeight }: Weighing): RouterFactory {
  return { name, create };

  function create(): Router {
    const memory = { search: new ShortestPath(), fees: new NearFees() };
    const next = (view: NetworkView, request: RouteRequest, found: readonly Route[]): Route | undefined => {
      const { source, target, amount } = request;
      const alone = weightOf(view, request);
      const uses = channelUses(found);
      const weigh = (end: EndIndex): number => alone(end) + (uses.get(end >> 1) ?? 0) * AGAIN;
      return nextRoute(memory, { view, source, target, weigh, leastWeight }, amount, found);
    };
    return {
      findRoutes: (view, request) => routesOnDemand(view, request, (found) => next(view, request, found)),
    };
  }
}

// By channel.
function channelUses(routes: readonly Route[]): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  for (const { ends } of routes) for (const end of ends) uses.set(end >> 1, (uses.get(end >> 1) ?? 0) + 1);
  return uses;
}
