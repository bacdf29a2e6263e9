import type { Amount } from '../../model/network/amount.ts';
import { withoutEarlier } from '../../model/earlier-transfers.ts';
import type { Run } from '../../model/run/run.ts';

/** What the nodes still had locked of this run when they were last read; each transfer counts once though both its nodes list it. */
export function lockedAtEnd(run: Run): Amount {
  const lastPerNode = new Map<string, (typeof run.readings)[number]>();
  const later = withoutEarlier(run.readings);
  for (const reading of run.readings)
    if (reading.moment === 'end' && reading.view.kind === 'pending')
      lastPerNode.set(reading.node, later(reading));

  const locked = new Map<string, Amount>();
  for (const { value } of lastPerNode.values()) {
    if (value.kind !== 'pending') continue;
    for (const { tokenNetworkAddress, channelIdentifier, paymentIdentifier, lockedAmount } of value.transfers)
      locked.set(`${tokenNetworkAddress} ${channelIdentifier} ${paymentIdentifier}`, lockedAmount);
  }
  return [...locked.values()].reduce((sum, amount) => sum + amount, 0n);
}
