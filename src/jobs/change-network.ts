import { InvariantError } from '../errors.ts';
import { addDeposit, copyOf, forEachChannel } from '../model/network/channels-on-demand.ts';
import type { EndSelector, NetworkChange } from '../model/plan/experiment.ts';
import { addChannel, type Network, type NodeName, timeoutsAt } from '../model/network/network.ts';

/** A copy of the network with these changes made, in their order. */
export function changeNetwork(network: Network, changes: readonly NetworkChange[]): Network {
  if (changes.length === 0) return network;
  const changed = copyOf(network);
  for (const change of changes) make(changed, change);
  return changed;
}

function make(network: Network, change: NetworkChange): void {
  switch (change.kind) {
    case 'fund':
      return fund(network, change);
    case 'remove-node':
      network.setNodeAttribute(change.node, 'online', false);
      return;
    case 'remove-channel':
      network.dropEdge(change.channel);
      return;
    case 'spread':
      return spread(network, change);
    case 'deposit':
      return deposit(network, change);
    case 'open':
      return open(network, change);
    case 'charge': {
      const fees = network.getNodeAttribute(change.node, 'fees') ?? {};
      network.setNodeAttribute(change.node, 'fees', { ...fees, [change.token]: change.fees });
    }
  }
}

function fund(network: Network, change: Extract<NetworkChange, { kind: 'fund' }>): void {
  if (!network.hasEdge(change.channel)) throw new InvariantError(`no channel ${change.channel} to fund`);
  addDeposit(network, change);
}

function deposit(network: Network, { at, amount }: Extract<NetworkChange, { kind: 'deposit' }>): void {
  for (const { channel, end } of endsOf(network, at)) {
    const { totalDeposit } = network.getEdgeAttributes(channel);
    fund(network, { kind: 'fund', channel, end, amount: amount - totalDeposit[end] });
  }
}

// Every end gets the same; units that cannot be divided go to the first ones.
function spread(network: Network, { at = 'all', amount }: Extract<NetworkChange, { kind: 'spread' }>): void {
  const ends = endsOf(network, at);
  const [share, rest] = [amount / BigInt(ends.length), Number(amount % BigInt(ends.length))];
  ends.forEach((end, index) =>
    fund(network, { kind: 'fund', ...end, amount: index < rest ? share + 1n : share }),
  );
}

/** The channel ends that a selector means. */
export function endsOf(network: Network, at: EndSelector): readonly { channel: string; end: 0 | 1 }[] {
  if (at !== 'all' && 'channel' in at) return [at];
  const isMeant = meantBy(at);
  const ends: { channel: string; end: 0 | 1 }[] = [];
  forEachChannel(network, (channel, first, second) => {
    if (isMeant(first, second)) ends.push({ channel, end: 0 });
    if (isMeant(second, first)) ends.push({ channel, end: 1 });
  });
  return ends;
}

function meantBy(
  at: Exclude<EndSelector, { readonly channel: string }>,
): (owner: NodeName, partner: NodeName) => boolean {
  if (at === 'all') return () => true;
  const [owners, partners] = [new Set(at.owners), at.partners && new Set(at.partners)];
  return (owner, partner) => owners.has(owner) && (partners?.has(partner) ?? true);
}

function open(
  network: Network,
  { token, between, deposits }: Extract<NetworkChange, { kind: 'open' }>,
): void {
  const identifiers = network.mapEdges((_key, channel) => (channel.token === token ? channel.identifier : 0));
  const identifier = identifiers.reduce((most, each) => Math.max(most, each), 0) + 1;
  const [opener, other] = between.map((node) => timeoutsAt(network, node, token)) as [
    ReturnType<typeof timeoutsAt>,
    ReturnType<typeof timeoutsAt>,
  ];
  const revealTimeout = [opener.revealTimeout, other.revealTimeout] as const;
  const { settleTimeout } = opener;
  addChannel(network, { token, identifier, settleTimeout, revealTimeout, between, deposits });
}
