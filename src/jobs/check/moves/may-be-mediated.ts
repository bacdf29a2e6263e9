import type { Amount } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { Step } from '../../../model/scenario/scenario.ts';
import { endOf, fullestEnd } from './what-is-there.ts';

type Payment = Extract<Step, { kind: 'pay' }>;

/** Those of the steps that start together with the last one, and that one. */
export function lastGroup(steps: readonly Step[]): readonly Step[] {
  const first = steps.findLastIndex(({ isBeside }) => isBeside !== true);
  return steps.slice(Math.max(0, first));
}

/** True when, of calls that start together, a payment may come to be passed on, in whatever order they are made. */
export function mayBeMediated(group: readonly Step[], network: Network): boolean {
  return group.some((step) => {
    if (step.kind !== 'pay') return false;
    const beside = group.filter((other) => other !== step);
    // What no channel of the payer can come to hold is refused whatever anybody asks.
    return leastBetween(step, beside, network) < step.amount && mostAt(step, beside, network) >= step.amount;
  });
}

function leastBetween({ from, to }: Payment, beside: readonly Step[], network: Network): Amount {
  const whole = endOf(network, from, to)?.balance ?? 0n;
  return beside.reduce((left, step) => left - takenBy(step, { from, to, whole }), whole);
}

interface End {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly whole: Amount;
}

function takenBy(step: Step, { from, to, whole }: End): Amount {
  if (step.kind === 'leave') return [from, to].includes(step.node) ? whole : 0n;
  if (step.kind === 'close')
    return [from, to].includes(step.from) && [from, to].includes(step.to) ? whole : 0n;
  if (step.kind !== 'pay' && step.kind !== 'withdraw') return 0n;
  if (step.from !== from || step.to !== to) return 0n;
  return step.kind === 'pay' ? step.amount : whole;
}

function mostAt({ from }: Payment, beside: readonly Step[], network: Network): Amount {
  return beside.reduce((sum, step) => sum + givenBy(step, from), fullestEnd(network, from)?.balance ?? 0n);
}

function givenBy(step: Step, node: NodeName): Amount {
  if (step.kind === 'pay') return step.to === node ? step.amount : 0n;
  if (step.kind === 'deposit') return step.from === node ? step.totalDeposit : 0n;
  return step.kind === 'open' && step.from === node ? step.deposit : 0n;
}
