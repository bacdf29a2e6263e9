import type { Amount } from './amount.ts';
import { ChannelColumns } from './channel-columns.ts';
import { channelKey, emptyNetwork, type Network, type NodeName } from './network.ts';

// As many channels take some 40 MB as a graph, and a tenth of a second to put into it.
const MOST_AT_ONCE = 10_000;

// Channels that were not added to their graph yet: none of its methods that need them was called.
const WAITING = new WeakMap<Network, ChannelColumns>();

// A graph without its channels answers these as it would with them.
const NODE_READS: ReadonlySet<PropertyKey> = new Set<keyof Network>([
  'order',
  'nodes',
  'hasNode',
  'mapNodes',
  'forEachNode',
  'getNodeAttribute',
  'getNodeAttributes',
  'setNodeAttribute',
  'getAttribute',
]);

/** One channel that waits, with the names of all nodes. */
interface WaitingChannel {
  readonly columns: ChannelColumns;
  readonly row: number;
  readonly names: readonly NodeName[];
}

// Questions about one channel by its key: columns answer as the graph would.
const CHANNEL_READS: Readonly<
  Partial<Record<PropertyKey, (channel: WaitingChannel, attribute: unknown) => unknown>>
> = {
  hasEdge: () => true,
  source: (channel) => ownerOf(channel, 0),
  target: (channel) => ownerOf(channel, 1),
  extremities: (channel) => [ownerOf(channel, 0), ownerOf(channel, 1)],
  getEdgeAttributes: ({ columns, row }) => columns.attributes(row),
  getEdgeAttribute: ({ columns, row }, attribute) =>
    (columns.attributes(row) as unknown as Record<string, unknown>)[attribute as string],
};

/**
 * The graph with the channels of these columns, whose numbers are those of its nodes. Of a large network, which takes ten
 * times the memory and time as a graph, the channels are put into the graph when it is asked for more than its nodes and
 * single channels by their keys; what goes through all channels asks `channelsOf`.
 */
export function withChannels(graph: Network, channels: ChannelColumns): Network {
  if (channels.length <= MOST_AT_ONCE) {
    addTo(graph, channels);
    return graph;
  }
  const names = graph.nodes();
  const network: Network = new Proxy(graph, {
    get(target, name) {
      const waiting = WAITING.get(network);
      if (waiting !== undefined && name === 'size') return waiting.length;
      const read = CHANNEL_READS[name];
      if (waiting !== undefined && read !== undefined)
        return (...asked: readonly unknown[]): unknown => {
          const row = rowOf(waiting, asked[0]);
          if (row !== undefined) return read({ columns: waiting, row, names }, asked[1]);
          if (name === 'hasEdge' && asked.length === 1) return false;
          fill(network, target);
          return (Reflect.get(target, name) as (...args: unknown[]) => unknown).apply(target, [...asked]);
        };
      if (!NODE_READS.has(name)) fill(network, target);
      const value: unknown = Reflect.get(target, name);
      // Methods are bound to the graph, not to this proxy.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  WAITING.set(network, channels);
  return network;
}

function fill(network: Network, graph: Network): void {
  const waiting = WAITING.get(network);
  if (waiting === undefined) return;
  WAITING.delete(network);
  addTo(graph, waiting);
}

// A pair of nodes, which `hasEdge` and the like may be asked about as well, is no key.
function rowOf(columns: ChannelColumns, key: unknown): number | undefined {
  const [, token, identifier] = /^(.*):(\d+)$/s.exec(String(key)) ?? [];
  return token === undefined ? undefined : columns.rowOf(token, Number(identifier));
}

function ownerOf({ columns, row, names }: WaitingChannel, end: 0 | 1): NodeName {
  return names[columns.node(row, end)] as NodeName;
}

function addTo(graph: Network, channels: ChannelColumns): void {
  const names = graph.nodes();
  for (let row = 0; row < channels.length; row += 1) {
    const channel = channels.attributes(row);
    const [first, second] = [names[channels.node(row, 0)], names[channels.node(row, 1)]];
    graph.addEdgeWithKey(channelKey(channel.token, channel.identifier), first, second, channel);
  }
}

/** The channels of a network as they stand; to be read only. What changes in the network afterwards does not show. */
export function channelsOf(network: Network): ChannelColumns {
  const waiting = WAITING.get(network);
  if (waiting !== undefined) return waiting;
  const places = new Map(network.nodes().map((name, place) => [name, place]));
  const columns = new ChannelColumns();
  network.forEachEdge((_key, channel, source, target) =>
    columns.push([places.get(source) as number, places.get(target) as number], channel),
  );
  return columns;
}

/** A copy that can be changed; the channels of a large network are copied as columns. */
export function copyOf(network: Network): Network {
  const waiting = WAITING.get(network);
  if (waiting === undefined) return network.copy();
  const copy = emptyNetwork();
  copy.replaceAttributes({ tokens: network.getAttribute('tokens') });
  network.forEachNode((name, attributes) => void copy.addNode(name, { ...attributes }));
  return withChannels(copy, waiting.clone());
}

/** Adds to what one end of a channel has deposited, and holds. */
export function addDeposit(
  network: Network,
  { channel, end, amount }: { readonly channel: string; readonly end: 0 | 1; readonly amount: Amount },
): void {
  const waiting = WAITING.get(network);
  const row = waiting && rowOf(waiting, channel);
  if (waiting !== undefined && row !== undefined) {
    waiting.addDeposit(row, end, amount);
    return;
  }
  const raised = (pair: readonly [Amount, Amount]): readonly [Amount, Amount] =>
    end === 0 ? [pair[0] + amount, pair[1]] : [pair[0], pair[1] + amount];
  network.updateEdgeAttributes(channel, (attributes) => ({
    ...attributes,
    totalDeposit: raised(attributes.totalDeposit),
    balance: raised(attributes.balance),
  }));
}

/** Goes through all channels by their keys, in the network's order. */
export function forEachChannel(
  network: Network,
  visit: (channel: string, first: NodeName, second: NodeName) => void,
): void {
  const waiting = WAITING.get(network);
  if (waiting === undefined) {
    network.forEachEdge((channel, _attributes, first, second) => visit(channel, first, second));
    return;
  }
  const names = network.nodes();
  for (let row = 0; row < waiting.length; row += 1)
    visit(
      channelKey(waiting.token(row), waiting.identifier(row)),
      names[waiting.node(row, 0)] as NodeName,
      names[waiting.node(row, 1)] as NodeName,
    );
}

/** Goes through the channels of one node: with whom, and what its own end holds. */
export function forEachChannelAt(
  network: Network,
  node: NodeName,
  visit: (partner: NodeName, balance: Amount) => void,
): void {
  const waiting = WAITING.get(network);
  if (waiting === undefined) {
    network.forEachEdge(node, (_key, { balance }, first, second) =>
      first === node ? visit(second, balance[0]) : visit(first, balance[1]),
    );
    return;
  }
  const names = network.nodes();
  const place = names.indexOf(node);
  for (let row = 0; row < waiting.length; row += 1)
    for (const end of [0, 1] as const)
      if (waiting.node(row, end) === place)
        visit(names[waiting.node(row, end === 0 ? 1 : 0)] as NodeName, waiting.balance(row, end));
}
