import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { NetworkView, RouteRequest } from '../ports/router.ts';
import { mediationOf } from './route-along.ts';
import { UNIT, weightedRouter } from './weighted-router.ts';

// Among paths of one price the shorter one: less than any fee of a millionth of the amount.
const LEAST = 2 ** 8;
// No fee weighs more than so many times the amount; it keeps sums exact.
const DEAREST = 1024;

/**
 * Paths that cost least, as initiators choose who look at the price alone: the least sum of what each mediator asks for
 * passing the amount on, to 2^-32 of it. Fees on fees, which a mediator asks for what is passed on to others, are left out.
 */
export const cheapestRouter = weightedRouter({ name: 'cheapest', weightOf: price, leastWeight: LEAST });

// The fee of a mediator is weighed where the amount leaves it: the initiator asks for none.
function price(view: NetworkView, { source, amount }: RouteRequest): (end: EndIndex) => number {
  return (end) => {
    if (!view.canSend(end, amount) || !view.isReachable(view.ownerOf(otherEnd(end))))
      return Number.POSITIVE_INFINITY;
    const schedule = view.scheduleOf(end);
    if (view.ownerOf(end) === source || view.fees.isFree(schedule)) return LEAST;
    const hop = mediationOf(view, {
      incoming: end,
      outgoing: end,
      scheduleIn: schedule,
      scheduleOut: schedule,
    });
    const amountIn = view.fees.amountIn(hop, amount);
    if (amountIn === undefined) return Number.POSITIVE_INFINITY;
    // A mediator that pays for balance is taken as one that asks nothing: weights are never negative.
    const share = Math.max(0, Number(amountIn - amount)) / Number(amount);
    return LEAST + Math.round(Math.min(share, DEAREST) * UNIT);
  };
}
