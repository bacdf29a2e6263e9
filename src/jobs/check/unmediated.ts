import type { Network } from '../../model/network/network.ts';
import type { SettledStep } from '../../model/scenario/scenario.ts';
import { endOf, fullestEnd } from '../settle/relative-amounts.ts';
import { channelsInToken, tokenOfSequences } from '../settle/settle-steps.ts';

/**
 * True when, of calls that start together, a payment may come to be passed on, in whatever order they are made: where the
 * channel between payer and payee may not hold all that is asked of it.
 */
export function mayBeMediated(group: readonly SettledStep[], shown: Network): boolean {
  const network = channelsInToken(shown, tokenOfSequences(shown));
  const payments = group.filter((step) => step.kind === 'pay');
  return payments.some(({ from, to, amount }) => {
    const beside = payments.filter((other) => other.from === from && other.to === to);
    const asked = beside.reduce((sum, other) => sum + other.amount, 0n);
    // Anything but a payment may leave less in the channel.
    if (payments.length === group.length && asked <= (endOf(network, from, to)?.balance ?? 0n)) return false;
    // An amount that no channel of the payer holds is refused, whatever mediators ask.
    return group.length > 1 || amount <= (fullestEnd(network, from)?.balance ?? 0n);
  });
}
