import type { Amount } from '../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { Mediation } from '../ports/fee-policy.ts';
import type { NetworkView, Route } from '../ports/router.ts';
import { NearFees } from './near-fees.ts';

/**
 * The route along a path that brings `amount` to its target, every mediator's fee added; `undefined`: one cannot mediate.
 * Whoever asks again and again hands the same `fees`.
 */
export function routeAlong(
  view: NetworkView,
  ends: readonly EndIndex[],
  amount: Amount,
  fees = new NearFees(),
): Route | undefined {
  const amounts: Amount[] = [];
  for (let hop = 0; hop < ends.length; hop += 1) amounts.push(amount);
  fees.begin(view);
  for (let hop = ends.length - 1; hop > 0; hop -= 1) {
    const carried = amountIn(view, fees, ends, amounts, hop);
    if (carried === undefined) return undefined;
    amounts[hop - 1] = carried;
  }
  return { ends, amounts };
}

// What the mediator before a hop must get so that the amount of the hop goes on.
function amountIn(
  view: NetworkView,
  fees: NearFees,
  ends: readonly EndIndex[],
  amounts: readonly Amount[],
  hop: number,
): Amount | undefined {
  const incoming = ends[hop - 1] as EndIndex;
  const outgoing = ends[hop] as EndIndex;
  const amountOut = amounts[hop] as Amount;
  const schedule = view.scheduleOf(outgoing);
  if (view.fees.isFree(schedule))
    return view.canSend(incoming, amountOut) && view.canSend(outgoing, amountOut) ? amountOut : undefined;
  fees.amountOut = Number(amountOut);
  fees.bound(incoming, outgoing, schedule, schedule);
  const { least, most } = fees.bounds;
  if (least === Number.POSITIVE_INFINITY) return undefined;
  if (least === most) return least === 0 ? amountOut : amountOut + BigInt(least);
  const mediation = mediationOf(view, { incoming, outgoing, scheduleIn: schedule, scheduleOut: schedule });
  return view.fees.amountIn(mediation, amountOut);
}

interface MediatedHop extends Pick<Mediation, 'scheduleIn' | 'scheduleOut'> {
  readonly incoming: EndIndex;
  readonly outgoing: EndIndex;
}

/** A mediation as far as the view knows its balances. */
export function mediationOf(
  view: NetworkView,
  { incoming, outgoing, scheduleIn, scheduleOut }: MediatedHop,
): Mediation {
  return {
    scheduleIn,
    scheduleOut,
    balanceIn: view.available(otherEnd(incoming)),
    balanceOut: view.available(outgoing),
    receivable: view.available(incoming),
    capacityIn: view.curveCapacity(incoming),
    capacityOut: view.curveCapacity(outgoing),
  };
}
