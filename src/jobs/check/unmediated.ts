import type { Amount } from '../../model/network/amount.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { SettledStep } from '../../model/scenario/scenario.ts';
import { endOf, fullestEnd } from '../settle/relative-amounts.ts';
import { channelsInToken, tokenOfSequences } from '../settle/settle-steps.ts';

type Payment = Extract<SettledStep, { kind: 'pay' }>;

/** True when, of calls that start together, a payment may come to be passed on, in whatever order they are made. */
export function mayBeMediated(group: readonly SettledStep[], shown: Network): boolean {
  const network = channelsInToken(shown, tokenOfSequences(shown));
  return group.some((step) => {
    if (step.kind !== 'pay') return false;
    const beside = group.filter((other) => other !== step);
    // An amount that no channel of the payer can come to hold is refused, whatever mediators ask.
    return leastBetween(step, beside, network) < step.amount && mostAt(step, beside, network) >= step.amount;
  });
}

function leastBetween({ from, to }: Payment, beside: readonly SettledStep[], network: Network): Amount {
  const whole = endOf(network, from, to)?.balance ?? 0n;
  return beside.reduce((left, step) => left - takenBy(step, { from, to, whole }), whole);
}

interface End {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly whole: Amount;
}

function takenBy(step: SettledStep, { from, to, whole }: End): Amount {
  if (step.kind === 'leave') return [from, to].includes(step.node) ? whole : 0n;
  if (step.kind === 'close')
    return [from, to].includes(step.from) && [from, to].includes(step.to) ? whole : 0n;
  if (step.kind !== 'pay' && step.kind !== 'withdraw') return 0n;
  if (step.from !== from || step.to !== to) return 0n;
  return step.kind === 'pay' ? step.amount : whole;
}

function mostAt({ from }: Payment, beside: readonly SettledStep[], network: Network): Amount {
  return beside.reduce((sum, step) => sum + givenBy(step, from), fullestEnd(network, from)?.balance ?? 0n);
}

function givenBy(step: SettledStep, node: NodeName): Amount {
  if (step.kind === 'pay') return step.to === node ? step.amount : 0n;
  if (step.kind === 'deposit') return step.from === node ? step.totalDeposit : 0n;
  return step.kind === 'open' && step.from === node ? step.deposit : 0n;
}
