import type { ChannelView } from '../run/answer.ts';
import { directoryOf } from './directory.ts';
import {
  type ChannelAttributes,
  channelKey,
  type Network,
  type NodeName,
  timeoutsAt,
  type Timeouts,
  type TokenName,
} from './network.ts';

/** A default time-out that a node was seen to use. */
export interface ShownDefault extends Partial<Timeouts> {
  readonly node: NodeName;
  readonly token: TokenName;
}

type Lists = ReadonlyMap<NodeName, readonly ChannelView[]>;

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
 * The defaults that channels tell of: a node whose channels of a token all have one reveal timeout is taken to give it
 * to the next one too, and likewise the settle timeout.
 */
export function shownDefaults(network: Network, lists: Lists): readonly ShownDefault[] {
  const directory = directoryOf(network);
  return [...lists].flatMap(([node, channels]) =>
    network.getAttribute('tokens').flatMap(({ name: token }) => {
      const views = channels.filter(({ tokenAddress }) => directory.tokenAt(tokenAddress) === token);
      const settleTimeout = common(views.map((channel) => Number(channel.settleTimeout)));
      const revealTimeout = common(views.map((channel) => Number(channel.revealTimeout)));
      if (settleTimeout === undefined && revealTimeout === undefined) return [];
      return [
        {
          node,
          token,
          ...(settleTimeout === undefined ? {} : { settleTimeout }),
          ...(revealTimeout === undefined ? {} : { revealTimeout }),
        },
      ];
    }),
  );
}

/** The same channels with the time-outs that their nodes show, and the identifiers where both ends show the same. */
export function withShownTerms(network: Network, lists: Lists): Network {
  const directory = directoryOf(network);
  const copy = network.copy();
  copy.clearEdges();
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
