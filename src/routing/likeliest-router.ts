import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { NetworkView, Route, RouteRequest, Router, RouterFactory } from '../ports/router.ts';
import { NearFees } from './route-along.ts';
import { nextRoute, routesOnDemand } from './routes-on-demand.ts';
import { ShortestPath } from './shortest-path.ts';

// A factor of e in the chance, in whole units, so that sums of weights are exact.
const UNIT = 2 ** 32;
// Among paths of one chance the shorter one; a thousandth of a factor of e decides nothing else.
const LEAST = 2 ** 22;
// A path that was offered before may fail at any of its channels: as much as the service of Raiden nodes puts on
// them, five hops (raiden.md 3.2).
const AGAIN = 5 * UNIT;

/**
 * Paths that most likely carry the amount where only capacities are known and every split of one is as likely as any
 * other (Pickhardt, Tikhomirov, Biryukov, Nowostawski 2021, arXiv 2103.08576): the greatest product of
 * (capacity + 1 - amount) / (capacity + 1); what they cost plays no part.
 */
export const likeliestRouter: RouterFactory = { name: 'likeliest', create };

function create(): Router {
  const memory = { search: new ShortestPath(), fees: new NearFees() };
  const next = (view: NetworkView, request: RouteRequest, found: readonly Route[]): Route | undefined => {
    const { source, target, amount } = request;
    const alone = likelihoodWeight(view, request);
    const uses = channelUses(found);
    const weigh = (end: EndIndex): number => alone(end) + (uses.get(end >> 1) ?? 0) * AGAIN;
    return nextRoute(memory, { view, source, target, weigh, leastWeight: LEAST }, amount, found);
  };
  return {
    findRoutes: (view, request) => routesOnDemand(view, request, (found) => next(view, request, found)),
  };
}

// By channel.
function channelUses(routes: readonly Route[]): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  for (const { ends } of routes) for (const end of ends) uses.set(end >> 1, (uses.get(end >> 1) ?? 0) + 1);
  return uses;
}

function likelihoodWeight(view: NetworkView, { amount }: RouteRequest): (end: EndIndex) => number {
  const askedAmount = Number(amount);
  return (end) => {
    if (!view.canSend(end, amount) || !view.isReachable(view.ownerOf(otherEnd(end))))
      return Number.POSITIVE_INFINITY;
    const capacity = Number(view.curveCapacity(end));
    const chance = (capacity + 1 - askedAmount) / (capacity + 1);
    return chance > 0 ? LEAST + Math.floor(-Math.log(chance) * UNIT) : Number.POSITIVE_INFINITY;
  };
}
