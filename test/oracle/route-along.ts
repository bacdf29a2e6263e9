import type { Amount } from '../../src/model/network/amount.ts';
import { type EndIndex, otherEnd } from '../../src/model/network/indices.ts';
import type { Mediation } from '../../src/ports/fee-policy.ts';
import type { NetworkView, Route } from '../../src/ports/router.ts';

/** The route along a path that brings `amount` to its target, every mediator's fee added; `undefined`: one cannot mediate. */
export function routeAlong(view: NetworkView, ends: readonly EndIndex[], amount: Amount): Route | undefined {
  const amounts: Amount[] = [];
  for (let hop = 0; hop < ends.length; hop += 1) amounts.push(amount);
  for (let hop = ends.length - 1; hop > 0; hop -= 1) {
    const incoming = ends[hop - 1] as EndIndex;
    const outgoing = ends[hop] as EndIndex;
    const carried = amountIn(view, { incoming, outgoing }, amounts[hop] as Amount);
    if (carried === undefined) return undefined;
    amounts[hop - 1] = carried;
  }
  return { ends, amounts };
}

// What the mediator between two ends must get so that `amountOut` goes on.
function amountIn(
  view: NetworkView,
  { incoming, outgoing }: Pick<MediatedHop, 'incoming' | 'outgoing'>,
  amountOut: Amount,
): Amount | undefined {
  const schedule = view.scheduleOf(outgoing);
  if (!view.fees.isFree(schedule)) {
    const hop = { incoming, outgoing, scheduleIn: schedule, scheduleOut: schedule };
    return view.fees.amountIn(mediationOf(view, hop), amountOut);
  }
  return view.canSend(incoming, amountOut) && view.canSend(outgoing, amountOut) ? amountOut : undefined;
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
