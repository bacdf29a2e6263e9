import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { Router, RouterFactory } from '../ports/router.ts';
import { NearFees, routeAlong } from './route-along.ts';
import { ShortestPath } from './shortest-path.ts';

/** One route with as few hops as possible among the channels that can carry the amount; whatever it costs. */
export const fewestHopsRouter: RouterFactory = { name: 'fewest-hops', create };

function create(): Router {
  const search = new ShortestPath();
  const fees = new NearFees();
  return {
    findRoutes(view, { source, target, amount, maxPaths }) {
      if (maxPaths < 1) return [];
      const weigh = (end: EndIndex): number =>
        view.canSend(end, amount) && view.isReachable(view.ownerOf(otherEnd(end)))
          ? 1
          : Number.POSITIVE_INFINITY;
      const ends = search.find({ view, source, target, weigh, leastWeight: 1 });
      const route = ends && routeAlong(view, ends, amount, fees);
      return route === undefined ? [] : [route];
    },
  };
}
