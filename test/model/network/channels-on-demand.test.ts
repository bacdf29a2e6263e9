import { MultiUndirectedGraph } from 'graphology';
import { describe, expect, it } from 'vitest';
import { ChannelColumns } from '../../../src/model/network/channel-columns.ts';
import {
  addDeposit,
  channelsOf,
  copyOf,
  forEachChannel,
  forEachChannelAt,
  withChannels,
} from '../../../src/model/network/channels-on-demand.ts';
import {
  type ChannelAttributes,
  channelKey,
  emptyNetwork,
  type Network,
} from '../../../src/model/network/network.ts';

// More than are put into a graph at once.
const MANY = 10_001;
const NODES = ['a', 'b', 'c', 'd'];

/** Parallel channels, two tokens, amounts of every size, identifiers in no order. */
const CHANNELS = Array.from({ length: MANY }, (_, index): readonly [number, number, ChannelAttributes] => [
  index % 4,
  (index + 1 + (index % 3)) % 4,
  {
    identifier: index % 2 === 0 ? index + 1 : MANY * 2 - index,
    token: index % 5 === 0 ? 'B' : 'A',
    state: index % 7 === 0 ? 'closed' : 'opened',
    settleTimeout: 500,
    revealTimeout: [50, index],
    totalDeposit: [index % 11 === 0 ? 2n ** 200n : BigInt(index), 1n],
    totalWithdraw: [0n, index % 13 === 0 ? 1n : 0n],
    balance: [BigInt(index), index % 17 === 0 ? -1n : 1n],
  },
]);

const QUESTIONS: Readonly<Record<string, (network: Network) => unknown>> = {
  'all of it': (network) => network.export(),
  'a copy': (network) => network.copy().export(),
  'channels of a node': (network) => network.edges('a').length,
  neighbors: (network) => network.mapNodes((node) => [network.degree(node), network.neighbors(node)]),
  'one channel': (network) => [network.getEdgeAttributes('A:3'), network.extremities('A:3')],
  'what is not there': (network) => [network.hasEdge('A:0'), network.hasNode('e')],
  entries: (network) => [...network.edgeEntries()].length,
  counts: (network) => [network.order, network.size, network.undirectedSize, network.order],
  'a channel less': (network) => {
    network.dropEdge('A:3');
    return [network.size, network.edges()];
  },
  'a node and a channel more': (network) => {
    network.addNode('e', { address: '0x', online: true });
    network.addEdgeWithKey('A:0', 'e', 'b', { ...CHANNELS[1]?.[2], identifier: 0 } as ChannelAttributes);
    return [network.order, network.size, network.neighbors('e')];
  },
  'no channels': (network) => {
    network.clearEdges();
    return [network.size, network.edges()];
  },
  'nodes that are off': (network) => {
    network.setNodeAttribute('a', 'online', false);
    return network.export();
  },
};

describe('a graph with more channels than are put into it at once', () => {
  it.each(Object.entries(QUESTIONS))('asked for %s is the graph with them', (_name, ask) => {
    expect(ask(withChannels(nodesOnly(), columns()))).toStrictEqual(ask(plainGraph()));
  });

  it('tells its nodes, how many channels it has, and all of them in columns, without putting them in', () => {
    const graph = nodesOnly();
    const network = withChannels(graph, columns());
    expect([network.nodes(), network.size, channelsOf(network).length]).toEqual([NODES, MANY, MANY]);
    expect(graph.size).toBe(0);
    expect(network.edges()).toHaveLength(MANY);
    expect(graph.size).toBe(MANY);
  });
});

describe('what is asked of single channels', () => {
  const ASKED: Readonly<Record<string, (network: Network) => unknown>> = {
    'where they lead': (network) => ['A:3', 'B:1', 'A:0'].map((key) => network.hasEdge(key)),
    'their ends': (network) => [network.extremities('A:3'), network.source('A:3'), network.target('A:3')],
    'their money': (network) => [
      network.getEdgeAttributes('A:3'),
      network.getEdgeAttribute('A:3', 'totalDeposit'),
    ],
    'those of a node': (network) => {
      const seen: unknown[] = [];
      forEachChannelAt(network, 'a', (partner, balance) => seen.push([partner, balance]));
      return seen.map(String).sort();
    },
    'all of them': (network) => {
      const seen: unknown[] = [];
      forEachChannel(network, (...channel) => seen.push(channel));
      return seen;
    },
    'more money in a copy': (network) => {
      const copy = copyOf(network);
      addDeposit(copy, { channel: 'A:3', end: 1, amount: 2n ** 70n });
      return [copy, network].map((each) => each.getEdgeAttributes('A:3'));
    },
    'a node that is off in a copy': (network) => {
      const copy = copyOf(network);
      copy.setNodeAttribute('a', 'online', false);
      return [copy, network].map((each) => each.getNodeAttribute('a', 'online'));
    },
  };
  it.each(Object.entries(ASKED))('%s: as the graph tells it, without putting them in', (_name, ask) => {
    const graph = nodesOnly();
    expect(ask(withChannels(graph, columns()))).toStrictEqual(ask(plainGraph()));
    expect(graph.size).toBe(0);
  });

  it('is refused for a channel that there is not', () => {
    expect(() => withChannels(nodesOnly(), columns()).source('A:0')).toThrow(/could not find.*"A:0"/);
  });
});

it('the columns of a graph hold its channels in its order', () => {
  const channels = channelsOf(plainGraph());
  const rows = CHANNELS.map((_, row) => [
    channels.node(row, 0),
    channels.node(row, 1),
    channels.attributes(row),
  ]);
  expect(rows).toStrictEqual(CHANNELS.map((channel) => [...channel]));
});

it('the channels of one token stand in the order of their identifiers', () => {
  for (const token of ['A', 'B']) {
    const channels = channelsOf(plainGraph()).ofToken(token);
    const found = Array.from({ length: channels.length }, (_, row) => channels.attributes(row));
    const asked = CHANNELS.map(([, , channel]) => channel).filter((channel) => channel.token === token);
    expect(found).toStrictEqual(asked.toSorted((one, other) => one.identifier - other.identifier));
  }
});

it('a graph with few channels is a plain one', () => {
  const graph = nodesOnly();
  const few = new ChannelColumns();
  for (const [first, second, channel] of CHANNELS.slice(0, 3)) few.push([first, second], channel);
  expect(withChannels(graph, few)).toBe(graph);
  expect(graph.size).toBe(3);
  expect(graph).toBeInstanceOf(MultiUndirectedGraph);
});

function nodesOnly(): Network {
  const network = emptyNetwork();
  network.replaceAttributes({ tokens: [] });
  for (const name of NODES) network.addNode(name, { address: '0x', online: true });
  return network;
}

function columns(): ChannelColumns {
  const channels = new ChannelColumns();
  for (const [first, second, channel] of CHANNELS) channels.push([first, second], channel);
  return channels;
}

function plainGraph(): Network {
  const network = nodesOnly();
  for (const [first, second, channel] of CHANNELS)
    network.addEdgeWithKey(
      channelKey(channel.token, channel.identifier),
      NODES[first],
      NODES[second],
      channel,
    );
  return network;
}
