import type { Amount } from '../../model/network/amount.ts';
import { type FeeSchedule, NO_FEES } from '../../model/network/fees.ts';
import { amountWithoutFees } from '../fees/mediation-fee.ts';
import { isFree } from '../believed-network.ts';
import type { PaymentInFlight } from './attempt.ts';
import type { World } from '../world.ts';

/** What a mediator sends on of what came in; `undefined`: its fee leaves nothing. Pending locks count as its balance. */
export function forwardedAmount(
  world: World,
  { layer: { ledger, graph } }: PaymentInFlight,
  {
    incoming,
    outgoing,
    amountIn,
  }: { readonly incoming: number; readonly outgoing: number; readonly amountIn: Amount },
): Amount | undefined {
  const schedule: FeeSchedule = world.fees[graph.owner(outgoing)] ?? NO_FEES;
  if (isFree(schedule)) return amountIn;
  return amountWithoutFees(
    {
      scheduleIn: schedule,
      scheduleOut: schedule,
      balanceIn: ledger.balance[incoming ^ 1] as Amount,
      balanceOut: ledger.balance[outgoing] as Amount,
      receivable: ledger.balance[incoming] as Amount,
      capacityIn: ledger.capacity(incoming),
      capacityOut: ledger.capacity(outgoing),
    },
    amountIn,
  );
}
