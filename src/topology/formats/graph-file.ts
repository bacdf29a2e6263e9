import { gather } from '../../model/gather.ts';
import type { Place } from '../../errors.ts';
import type { Structure } from '../../ports/topology.ts';
import { mergeChannels } from '../merge-channels.ts';
import {
  type GraphChannel,
  type GraphFile,
  type GraphText,
  isObject,
  type JsonObject,
  kindOf,
} from './graph-kinds.ts';
import { GraphReader } from './graph-reader.ts';
import { type ChannelPolicy, feesOf, isMixed, isUsable, leftAside } from './policy-fees.ts';
import { countUnused, namesIn, OF_FILE } from './unused-fields.ts';

const EDGE_LISTS = ['edges', 'links', 'channels', 'sim_network'];
const KNOWN_BESIDE = 'nodes directed multigraph graph options attributes';

/** Reads the nodes and edges of a file, whatever its kinds of entries. Throws InputError with the places of fields. */
export function graphIn(root: unknown, text: GraphText): GraphFile {
  const reader = new GraphReader(text);
  const fields: JsonObject = isObject(root) ? root : {};
  const list = EDGE_LISTS.find((name) => fields[name] !== undefined) ?? 'edges';
  if (fields.nodes !== undefined) reader.readNodes(fields.nodes);
  if (Array.isArray(root) && root.length > 0) reader.readEdges('', root);
  else reader.readEdges(list, fields[list]);
  countUnused(reader.unused, fields, namesIn(KNOWN_BESIDE, list), OF_FILE);
  // networkx says it of the graph, graphology of its type.
  const { directed, options } = fields;
  return reader.finish(directed === false || (isObject(options) && options.type === 'undirected'));
}

/** Reads edges that stand on lines of a file. A line that `read` leaves as it is holds no edge and is a fault. */
export function graphOfLines(
  source: { readonly file: string; readonly lines: readonly string[]; readonly expected?: string },
  read: (line: string, index: number) => JsonObject | string | undefined,
): GraphFile {
  const { file, lines, expected } = source;
  const placeOf = (path: string): Place => {
    const [, index = '', field] = /^edges\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    return { file, line: Number(index) + 1, ...(field === '' ? {} : { path: field ?? path }) };
  };
  const reader = new GraphReader({ placeOf, expected });
  reader.readEdges('edges', lines, (line, index) => read(String(line), index));
  return reader.finish(false);
}

/** True for JSON that lists edges of a known kind. */
export function holdsGraph(root: unknown): boolean {
  const fields: JsonObject = isObject(root) ? root : {};
  const edges = Array.isArray(root) ? root : EDGE_LISTS.map((name) => fields[name]).find(Array.isArray);
  return edges?.some((edge: unknown) => isObject(edge) && kindOf(edge) !== undefined) ?? false;
}

/** The network that a graph is: one channel for each pair of nodes, and the fees of the nodes. */
export function structureOf({ nodes, channels: all, isUndirected, notes }: GraphFile): Structure {
  const channels = all.filter((channel) => isUsable(channel.policies));
  const policies = policiesOfNodes(channels);
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
      ...leftAside(channels.flatMap((channel) => channel.policies).entries()),
      ...(mixed === 0 ? [] : [`${MIXED}: ${mixed}`]),
      ...merged.notes,
    ],
  };
}

const MIXED = 'nodes with several policies, as one: the median, half on each channel';

/** By node, the policies of its channels. */
function policiesOfNodes(channels: readonly GraphChannel[]): ReadonlyMap<number, readonly ChannelPolicy[]> {
  const policies = new Map<number, ChannelPolicy[]>();
  for (const { between, policies: ends } of channels)
    ends.forEach((policy, end) => {
      if (policy) gather(policies, between[end as 0 | 1], policy);
    });
  return policies;
}
