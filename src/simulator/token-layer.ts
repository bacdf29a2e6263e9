import type { Amount } from '../model/network/amount.ts';
import { InvariantError } from '../errors.ts';
import type { FeeSchedule } from '../model/network/fees.ts';
import { channelKey, type Network, type TokenNetwork } from '../model/network/network.ts';
import type { ProtocolSpec } from '../model/scenario/scenario.ts';
import type { Clock } from '../ports/clock.ts';
import { ChannelGraph } from './channel-graph.ts';
import { capacityOnly, DelayedBalances, type KnownBalances } from './known-balances.ts';
import { Ledger } from './ledger.ts';
import type { Messenger } from './messenger.ts';
import { PathFindingView } from './believed-network.ts';

/** One token network at work: its channels, their money, and what the path-finding service knows of them. */
export interface TokenLayer {
  readonly token: TokenNetwork;
  readonly graph: ChannelGraph;
  readonly ledger: Ledger;
  readonly view: PathFindingView;
  /** Tokens each node owns on-chain. */
  readonly onChain: Amount[];
  /** Withdrawn from channels, not yet confirmed on-chain. */
  inTransit: Amount;
  /** On-chain, in transit and in channels together; never changes. */
  readonly supply: Amount;
  /** Adds a channel to graph and ledger; returns its first end. */
  addChannel(channel: NewChannel): number;
}

type NewChannel = Parameters<ChannelGraph['add']>[0] & {
  readonly ends: readonly [NewEnd, NewEnd];
};

interface NewEnd {
  readonly totalDeposit: Amount;
  readonly totalWithdraw: Amount;
  readonly balance: Amount;
}

/** Compiles the channels of one token; `nodeOf` numbers the nodes. */
export function createTokenLayer(parts: {
  readonly network: Network;
  readonly token: TokenNetwork;
  readonly nodeOf: ReadonlyMap<string, number>;
  readonly protocol: ProtocolSpec;
  readonly clock: Clock;
  readonly messenger: Messenger;
  readonly fees: readonly FeeSchedule[];
}): TokenLayer {
  const { token, nodeOf, protocol, messenger } = parts;
  const graph = new ChannelGraph({ nodeCount: nodeOf.size });
  const delayed = new DelayedBalances({ clock: parts.clock, delayMs: protocol.viewDelayMs });
  const isDelayed = protocol.view === 'delayed';
  const ledger: Ledger = isDelayed
    ? new Ledger({ onChange: (end) => delayed.noteChange(end, ledger.available(end)) })
    : new Ledger();
  const known: KnownBalances = isDelayed
    ? delayed
    : protocol.view === 'capacity'
      ? capacityOnly(ledger)
      : ledger;
  // A balance nobody knows cannot be out of balance.
  const fees =
    protocol.view === 'capacity'
      ? parts.fees.map((schedule) => ({ ...schedule, imbalancePpm: 0 }))
      : parts.fees;
  const view = new PathFindingView({ graph, ledger, known, messenger, fees });
  const addChannel = (channel: NewChannel): number => {
    for (const end of channel.ends) {
      ledger.addEnd(end);
      delayed.addEnd(end.balance);
    }
    return graph.add(channel);
  };
  const onChain = Array.from({ length: nodeOf.size }, () => token.balancePerNode);
  addStartingChannels({ ...parts, addChannel, onChain });
  const layer = { token, graph, ledger, view, onChain, inTransit: 0n, supply: 0n, addChannel };
  layer.supply = tokensOf(layer);
  return layer;
}

/** Throws InvariantError when a channel of the layer breaks an invariant or tokens came or went. */
export function assertLayerInvariants(layer: TokenLayer): void {
  const { graph, ledger, token } = layer;
  for (let end = 0; end < graph.owners.length; end += 2) {
    if (graph.phase(end) !== 'gone')
      ledger.assertInvariants(end, channelKey(token.name, graph.identifier(end)));
  }
  const found = tokensOf(layer);
  if (found !== layer.supply)
    throw new InvariantError(
      `token ${token.name}: there were ${layer.supply} tokens and now there are ${found}`,
    );
}

function tokensOf({ graph, ledger, onChain, inTransit }: TokenLayer): Amount {
  let sum = inTransit;
  for (const amount of onChain) sum += amount;
  for (let end = 0; end < graph.owners.length; end += 1) {
    if (graph.phase(end) !== 'gone') sum += ledger.balance[end] as Amount;
  }
  return sum;
}

function addStartingChannels({
  network,
  token,
  nodeOf,
  addChannel,
  onChain,
}: {
  readonly network: Network;
  readonly token: TokenNetwork;
  readonly nodeOf: ReadonlyMap<string, number>;
  readonly addChannel: (channel: NewChannel) => number;
  readonly onChain: Amount[];
}): void {
  const edges = network
    .mapEdges((_key, channel, source, target) => ({ channel, source, target }))
    .filter(({ channel }) => channel.token === token.name)
    .sort((one, other) => one.channel.identifier - other.channel.identifier);
  for (const { channel, source, target } of edges) {
    const between = [nodeOf.get(source) as number, nodeOf.get(target) as number] as const;
    const end = (side: 0 | 1): NewEnd => ({
      totalDeposit: channel.totalDeposit[side],
      totalWithdraw: channel.totalWithdraw[side],
      balance: channel.balance[side],
    });
    addChannel({
      between,
      identifier: channel.identifier,
      settleTimeout: channel.settleTimeout,
      revealTimeouts: [channel.revealTimeout, channel.revealTimeout],
      phase: channel.state,
      ends: [end(0), end(1)],
    });
    for (const side of [0, 1] as const) {
      const node = between[side];
      const left = (onChain[node] as Amount) - channel.totalDeposit[side] + channel.totalWithdraw[side];
      onChain[node] = left > 0n ? left : 0n;
    }
  }
}
