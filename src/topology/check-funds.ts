import type { Amount } from '../model/amount.ts';
import { InputError } from '../model/errors.ts';
import { fieldFault } from '../model/locate-faults.ts';
import type { Network, NodeName } from '../model/network.ts';

/**
 * Throws InputError when a node would deposit more than it owns: real nodes would refuse those deposits, so the
 * network could be simulated but never created.
 */
export function checkFunds(network: Network): void {
  const faults = network.getAttribute('tokens').flatMap(({ name, balancePerNode }, index) => {
    const deposits = depositsByNode(network, name);
    const short = [...deposits].filter(([, deposited]) => deposited > balancePerNode);
    const [node, deposited] = short.reduce((most, other) => (other[1] > most[1] ? other : most), ['', 0n]);
    if (short.length === 0) return [];
    return fieldFault(
      `tokens[${index}].balancePerNode`,
      `found ${balancePerNode}, but ${node} deposits ${deposited} ${name} at the start`,
      'a node cannot deposit more than it owns: raise this, or lower the capacities',
    );
  });
  if (faults.length > 0) throw new InputError(faults);
}

function depositsByNode(network: Network, token: string): ReadonlyMap<NodeName, Amount> {
  const sums = new Map<NodeName, Amount>();
  network.forEachEdge((_key, channel, source, target) => {
    if (channel.token !== token) return;
    sums.set(source, (sums.get(source) ?? 0n) + channel.totalDeposit[0]);
    sums.set(target, (sums.get(target) ?? 0n) + channel.totalDeposit[1]);
  });
  return sums;
}
