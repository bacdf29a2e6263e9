import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { NetworkView, RouteRequest } from '../ports/router.ts';
import { UNIT, weightedRouter } from './weighted-router.ts';

// Among paths of one chance the shorter one; a thousandth of a factor of e decides nothing else.
const LEAST = 2 ** 22;

/**
 * Paths that most likely carry the amount where only capacities are known and every split of one is as likely as any
 * other (Pickhardt, Tikhomirov, Biryukov, Nowostawski 2021, arXiv 2103.08576): the greatest product of
 * (capacity + 1 - amount) / (capacity + 1); what they cost plays no part.
 */
export const likeliestRouter = weightedRouter({
  name: 'likeliest',
  weightOf: likelihoodWeight,
  leastWeight: LEAST,
});

// A factor of e in the chance weighs a unit.
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
