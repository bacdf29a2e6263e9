import type { Amount } from '../../model/network/amount.ts';
import { type FeeSchedule, NO_FEES } from '../../model/network/fees.ts';
import { type EndIndex, otherEnd } from '../../model/network/indices.ts';
import type { TokenLayer } from '../token-layer.ts';
import type { World } from '../world.ts';

/** What a mediator sends on of what came in; `undefined`: its fee leaves nothing. Pending locks count as its balance. */
export function forwardedAmount(
  { fees }: World,
  { ledger, graph, curves, schedules }: TokenLayer,
  {
    incoming,
    outgoing,
    amountIn,
  }: { readonly incoming: EndIndex; readonly outgoing: EndIndex; readonly amountIn: Amount },
): Amount | undefined {
  const schedule: FeeSchedule = schedules[graph.owner(outgoing)] ?? NO_FEES;
  if (fees.isFree(schedule)) return amountIn;
  return fees.amountOut(
    {
      scheduleIn: schedule,
      scheduleOut: schedule,
      balanceIn: ledger.balance(otherEnd(incoming)),
      balanceOut: ledger.balance(outgoing),
      receivable: ledger.balance(incoming),
      capacityIn: curves.drawn(incoming),
      capacityOut: curves.drawn(outgoing),
    },
    amountIn,
  );
}
