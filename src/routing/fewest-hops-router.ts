import type { Router } from '../ports/router.ts';
import { estimateFee } from './estimate-fee.ts';
import { FewestHops } from './fewest-hops.ts';

/** One route with as few hops as possible among the channels that can carry the amount; whatever it costs. */
export const fewestHopsRouter: Router = createFewestHopsRouter();

function createFewestHopsRouter(): Router {
  const search = new FewestHops();
  return {
    name: 'fewest-hops',
    findRoutes(view, { source, target, amount, maxPaths }) {
      if (maxPaths < 1) return [];
      const weigh = (end: number): number =>
        view.canSend(end, amount) && view.isReachable(view.ownerOf(end ^ 1)) ? 1 : Number.POSITIVE_INFINITY;
      const ends = search.find({ view, source, target, weigh });
      if (ends === undefined) return [];
      const estimatedFee = estimateFee(view, ends, amount);
      return estimatedFee === undefined ? [] : [{ ends, estimatedFee }];
    },
  };
}
