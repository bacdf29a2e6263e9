import { gather } from '../gather.ts';
import type { Address } from '../network/address.ts';
import { capacityOf, type ChannelView } from './answer.ts';
import { MovingMoney } from './moving-money.ts';
import type { Reading } from './reading.ts';
import { snapshotAt } from './run.ts';
import { type Directory, directoryOf } from '../network/directory.ts';
import { withoutUndefined } from '../without-undefined.ts';
import {
  type ChannelAttributes,
  channelKey,
  type Network,
  type NodeName,
  type PerEnd,
  type TokenName,
  tokenNetwork,
  timeoutsAt,
  type Timeouts,
} from '../network/network.ts';

/** The same nodes and tokens with the addresses they have at a target. */
export function withAddresses(
  network: Network,
  wanted: {
    readonly nodes: ReadonlyMap<NodeName, Address>;
    readonly tokens: ReadonlyMap<TokenName, { readonly token: Address; readonly network: Address }>;
  },
): Network {
  const { nodes, tokens } = wanted;
  const copy = network.copy();
  copy.updateEachNodeAttributes((name, attributes) => ({
    ...attributes,
    address: nodes.get(name) ?? attributes.address,
  }));
  copy.setAttribute(
    'tokens',
    network.getAttribute('tokens').map((token) => ({
      ...token,
      tokenAddress: tokens.get(token.name)?.token ?? token.tokenAddress,
      tokenNetworkAddress: tokens.get(token.name)?.network ?? token.tokenNetworkAddress,
    })),
  );
  return copy;
}

type Lists = ReadonlyMap<NodeName, readonly ChannelView[]>;

/**
 * The network as its nodes show it: `network` with the channels of these lists instead of its own. Channels with
 * nodes outside the network are left out; an end whose node was not read has nothing.
 */
export function networkAsShown(network: Network, lists: Lists): Network {
  const directory = directoryOf(network);
  const copy = network.emptyCopy();
  const taken = new Set<ChannelView>();
  for (const [node, channels] of lists) {
    for (const channel of channels) {
      const partner = directory.nodeAt(channel.partnerAddress);
      const token = directory.tokenAt(channel.tokenAddress);
      if (partner === undefined || token === undefined || !copy.hasNode(partner) || partner === node)
        continue;
      const key = channelKey(token, Number(channel.channelIdentifier));
      if (copy.hasEdge(key) || taken.has(channel)) continue;
      const other = otherView({ node, partner, channel }, lists, directory);
      if (other !== undefined) taken.add(other);
      const [first, second] = inOrder(network, key, [node, partner]);
      const views: PerEnd<ChannelView | undefined> = first === node ? [channel, other] : [other, channel];
      copy.addEdgeWithKey(key, first, second, {
        identifier: Number(channel.channelIdentifier),
        token,
        state: channel.state,
        settleTimeout: Number(channel.settleTimeout),
        // An end that was not read is taken to be like the other.
        revealTimeout: [
          Number((views[0] ?? channel).revealTimeout),
          Number((views[1] ?? channel).revealTimeout),
        ],
        totalDeposit: perEnd(views, ({ totalDeposit }) => totalDeposit),
        totalWithdraw: perEnd(views, ({ totalWithdraw }) => totalWithdraw),
        balance: perEnd(views, ({ balance }) => balance),
      });
    }
  }
  return copy;
}

/** True when the two ends of a channel tell of different ones, or of balances that are not what was put in. */
export function contradictsItself(network: Network, lists: Lists): boolean {
  const directory = directoryOf(network);
  return [...lists].some(([node, channels]) =>
    channels.some((channel) => {
      const partner = directory.nodeAt(channel.partnerAddress);
      if (partner === undefined || !lists.has(partner)) return false;
      const other = otherView({ node, partner, channel }, lists, directory);
      return other?.channelIdentifier !== channel.channelIdentifier || !addsUp(channel, other);
    }),
  );
}

/** True when the two ends of a channel show the money that both put in and did not take out. */
export function addsUp(...[one, other]: PerEnd<ChannelView>): boolean {
  return one.balance + other.balance === capacityOf(one, other);
}

/**
 * The same channels, each with exactly the money that was put in. Where the balances of two ends do not add up, the end
 * that contradicts fewer of its partners is believed, and the other end has the rest.
 */
export function withinCapacities(network: Network): Network {
  const contradicted = new Map<NodeName, number>();
  network.forEachEdge((_key, channel, first, second) => {
    if (channel.balance[0] + channel.balance[1] === capacityIn(channel)) return;
    for (const node of [first, second]) contradicted.set(node, (contradicted.get(node) ?? 0) + 1);
  });
  const timesOf = (node: NodeName): number => contradicted.get(node) ?? 0;
  const copy = network.copy();
  copy.updateEachEdgeAttributes((_key, channel, first, second) => {
    const capacity = capacityIn(channel);
    const believed = timesOf(second) < timesOf(first) ? 1 : 0;
    const shown = channel.balance[believed];
    const held = shown < capacity ? shown : capacity;
    const balance: PerEnd<bigint> = believed === 0 ? [held, capacity - held] : [capacity - held, held];
    return { ...channel, balance };
  });
  return copy;
}

function capacityIn({ totalDeposit, totalWithdraw }: ChannelAttributes): bigint {
  return totalDeposit[0] + totalDeposit[1] - totalWithdraw[0] - totalWithdraw[1];
}

// The partner's view of a channel; where it names another one, the one that the node itself does not list.
function otherView(
  end: { readonly node: NodeName; readonly partner: NodeName; readonly channel: ChannelView },
  lists: Lists,
  directory: Directory,
): ChannelView | undefined {
  const { node, partner, channel } = end;
  const ownIdentifiers = new Set((lists.get(node) ?? []).map(({ channelIdentifier }) => channelIdentifier));
  const partnerViews = (lists.get(partner) ?? []).filter(
    (one) => one.tokenAddress === channel.tokenAddress && directory.nodeAt(one.partnerAddress) === node,
  );
  const same = partnerViews.find(({ channelIdentifier }) => channelIdentifier === channel.channelIdentifier);
  return same ?? partnerViews.find(({ channelIdentifier }) => !ownIdentifiers.has(channelIdentifier));
}

/**
 * The network as its nodes showed it after the last operation, without channels of which an end was not read, of which
 * money was on its way between the looks at their ends, or that were closed and settled between these.
 */
export function networkAtEnd(network: Network, readings: readonly Reading[]): Network {
  const { channels: lists } = snapshotAt('end', { readings });
  const shownNetwork = networkAsShown(network, lists);
  const directory = directoryOf(network);
  const isShown = (node: NodeName, key: string): boolean =>
    (lists.get(node) ?? []).some(({ tokenAddress, channelIdentifier }) => {
      const token = directory.tokenAt(tokenAddress);
      return token !== undefined && channelKey(token, Number(channelIdentifier)) === key;
    });
  const moving = new MovingMoney(readings);
  const isMoving = (attributes: ChannelAttributes, between: PerEnd<NodeName>): boolean => {
    const { balance, token, identifier } = attributes;
    const { tokenNetworkAddress } = tokenNetwork(network, token);
    const channel = { tokenNetworkAddress, channelIdentifier: BigInt(identifier) };
    return moving.explains(balance[0] + balance[1] - capacityIn(attributes), { between, channel });
  };
  // The balance of such an end is unknown, which is not the same as nothing.
  const isUnknown = (node: NodeName, key: string, { state }: ChannelAttributes): boolean =>
    !lists.has(node) || (state !== 'opened' && !isShown(node, key));
  for (const key of shownNetwork.filterEdges(
    (edge, channel, one, other) =>
      isUnknown(one, edge, channel) || isUnknown(other, edge, channel) || isMoving(channel, [one, other]),
  ))
    shownNetwork.dropEdge(key);
  return shownNetwork;
}

// A channel the network knows keeps its first and second end, so that two networks can be laid side by side.
function inOrder(
  network: Network,
  key: string,
  ends: readonly [NodeName, NodeName],
): readonly [NodeName, NodeName] {
  if (!network.hasEdge(key)) return ends;
  const knownEnds = network.extremities(key);
  return knownEnds[0] === ends[1] && knownEnds[1] === ends[0] ? knownEnds : ends;
}

function perEnd(
  [first, second]: PerEnd<ChannelView | undefined>,
  value: (channel: ChannelView) => bigint,
): PerEnd<bigint> {
  return [first === undefined ? 0n : value(first), second === undefined ? 0n : value(second)];
}

/** A default timeout that a node was seen to use. */
export interface ShownDefault extends Partial<Timeouts> {
  readonly node: NodeName;
  readonly token: TokenName;
}

/** The network with what its nodes were seen to use as defaults. */
export function withTimeouts(network: Network, defaults: readonly ShownDefault[]): Network {
  const copy = network.copy();
  for (const { node, token, ...shown } of defaults) {
    const timeouts = { ...timeoutsAt(copy, node, token), ...shown };
    copy.updateNodeAttribute(node, 'timeouts', (before) => ({ ...before, [token]: timeouts }));
  }
  return copy;
}

/**
 * The defaults that channels show: a node whose channels of a token all have one reveal timeout is taken to give it to
 * the next one too. A channel does not show its opener, so a settle timeout counts where all channels of a token share it.
 */
export function shownDefaults(network: Network): readonly ShownDefault[] {
  return network.getAttribute('tokens').flatMap(({ name: token }) => {
    const channels = network.filterEdges((_key, channel) => channel.token === token);
    const settleTimeout = common(channels.map((key) => network.getEdgeAttributes(key).settleTimeout));
    const revealTimeouts = new Map<NodeName, number[]>();
    for (const key of channels)
      for (const [at, node] of network.extremities(key).entries())
        gather(revealTimeouts, node, network.getEdgeAttribute(key, 'revealTimeout')[at] as number);
    return [...revealTimeouts].map(([node, ends]) => ({
      node,
      token,
      ...withoutUndefined({ settleTimeout, revealTimeout: common(ends) }),
    }));
  });
}

/** The same channels with the timeouts that their nodes show, and the identifiers where both ends show the same. */
export function withShownTerms(network: Network, lists: Lists): Network {
  const directory = directoryOf(network);
  const copy = network.emptyCopy();
  const viewOf = (node: NodeName, partner: NodeName, token: TokenName): ChannelView | undefined =>
    lists
      .get(node)
      ?.find(
        (one) =>
          directory.tokenAt(one.tokenAddress) === token && directory.nodeAt(one.partnerAddress) === partner,
      );
  const rows = network.mapEdges((_key, channel, first, second) => ({
    first,
    second,
    channel: asShown(channel, [viewOf(first, second, channel.token), viewOf(second, first, channel.token)]),
  }));
  const keys = rows.map(({ channel }) => channelKey(channel.token, channel.identifier));
  // Two channels of one identifier: a node tells nonsense, which is for the checks to find.
  if (new Set(keys).size < keys.length) return network;
  rows.forEach(({ first, second, channel }, at) => {
    copy.addEdgeWithKey(keys[at], first, second, channel);
  });
  return copy;
}

function asShown(
  channel: ChannelAttributes,
  [first, second]: readonly [ChannelView | undefined, ChannelView | undefined],
): ChannelAttributes {
  const agree = first !== undefined && first.channelIdentifier === second?.channelIdentifier;
  const [one, other] = channel.revealTimeout;
  return {
    ...channel,
    identifier: agree ? Number(first.channelIdentifier) : channel.identifier,
    settleTimeout: Number(first?.settleTimeout ?? channel.settleTimeout),
    revealTimeout: [Number(first?.revealTimeout ?? one), Number(second?.revealTimeout ?? other)],
  };
}

function common(values: readonly number[]): number | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}
