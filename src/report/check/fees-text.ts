import type { LearntFees } from '../../model/check/learnt-fees.ts';
import { NO_FEES } from '../../model/network/fees.ts';
import { grouped } from '../words/number-format.ts';

/** What is taken for the mediators' fees, and from where that is known. */
export function feesText({ schedule, payment }: LearntFees): string {
  if (payment === undefined)
    return 'none are taken into account: no payment over a mediator could be tried beforehand';
  const { from, to, amount } = payment;
  const tried = `${grouped(amount)} from ${from} to ${to}`;
  if (schedule === undefined)
    return `not known: neither none nor those of a node that nobody has configured explain a payment of ${tried}. Only partners were paid; a scenario with network.fees says what these nodes ask: millrace check SCENARIO --nodes NODES`;
  if (schedule === NO_FEES) return `none, as a payment of ${tried} showed`;
  return `${schedule.proportionalPpm} ppm a channel, imbalance ${schedule.imbalancePpm} ppm, as a payment of ${tried} showed`;
}
