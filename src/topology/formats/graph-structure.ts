import { gather } from '../../model/gather.ts';
import type { Structure } from '../../ports/topology.ts';
import { mergeChannels } from '../merge-channels.ts';
import type { GraphChannel, GraphFile } from './graph-kinds.ts';
import { type ChannelPolicy, feesOf, isMixed, isUsable, leftAside } from './policy-fees.ts';

/** The network that a graph is: one channel for each pair of nodes, and the fees of the nodes. */
export function structureOf({ nodes, channels: all, isUndirected, notes }: GraphFile): Structure {
  const channels = all.filter((channel) => isUsable(channel.policies));
  const policies = policiesOfNodes(channels);
  const known = channels.flatMap((channel) => channel.policies).filter((policy) => policy !== undefined);
  const mixed = [...policies.values()].filter(isMixed).length;
  const edges = channels.map(({ id: _id, policies: _policies, ...edge }) => edge);
  const merged = mergeChannels(edges, nodes.length, isUndirected);
  return {
    nodes: nodes.map((node, number) => {
      const own = policies.get(number);
      return own === undefined ? node : { ...node, fees: feesOf(own) };
    }),
    channels: merged.channels,
    notes: [
      ...notes,
      ...leftAside(known.entries()),
      ...(mixed === 0 ? [] : [`${MIXED}: ${mixed}`]),
      ...merged.notes,
    ],
  };
}

const MIXED = 'nodes with several policies, as one: the median, half on each channel';

/** By node, the policies of its channels. */
function policiesOfNodes(channels: readonly GraphChannel[]): ReadonlyMap<number, readonly ChannelPolicy[]> {
  const policies = new Map<number, ChannelPolicy[]>();
  for (const { between, policies: ends } of channels) {
    if (ends[0]) gather(policies, between[0], ends[0]);
    if (ends[1]) gather(policies, between[1], ends[1]);
  }
  return policies;
}
