import { ChannelColumns } from './channel-columns.ts';
import { channelKey, type Network } from './network.ts';

// As many channels take some 40 MB as a graph, and a tenth of a second to put into it.
const MOST_AT_ONCE = 10_000;

// The channels of graphs that nobody has asked for a single one yet.
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
  'getAttribute',
]);

/**
 * The graph with the channels of these columns, whose numbers are those of its nodes. Of a large network, which takes ten
 * times the memory and time as a graph, the channels are put into the graph when it is asked for more than its nodes;
 * what goes through all channels asks `channelsOf`.
 */
export function withChannels(graph: Network, channels: ChannelColumns): Network {
  if (channels.length <= MOST_AT_ONCE) {
    addTo(graph, channels);
    return graph;
  }
  const network: Network = new Proxy(graph, {
    get(target, name) {
      const waiting = WAITING.get(network);
      if (waiting !== undefined && name === 'size') return waiting.length;
      if (waiting !== undefined && !NODE_READS.has(name)) {
        WAITING.delete(network);
        addTo(target, waiting);
      }
      const value: unknown = Reflect.get(target, name);
      // Methods are the graph's own, which knows nothing of what stands before it.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  WAITING.set(network, channels);
  return network;
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
