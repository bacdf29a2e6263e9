import { MultiUndirectedGraph } from 'graphology';
import { describe, expect, test } from 'vitest';
import { emptyNetwork } from '../../../src/model/network/create-network.ts';
import { channelAdder, channelsOf, fundedChannelAdder } from '../../../src/model/network/packed-network.ts';
import { type ChannelAttributes, channelKey, type Network } from '../../../src/model/network/network.ts';

const HUGE = 2n ** 200n;

/** What is added one after the other: parallel channels, two tokens, amounts of every size. */
const CHANNELS: readonly (readonly [string, string, ChannelAttributes])[] = [
  ['a', 'b', channel({ identifier: 1 })],
  ['c', 'b', channel({ identifier: 2, balance: [7n, 13n], state: 'closed' })],
  ['b', 'a', channel({ identifier: 4, revealTimeout: [50, 20] })],
  ['a', 'c', channel({ identifier: 1, token: 'B', totalWithdraw: [1n, 0n], balance: [9n, 10n] })],
  ['d', 'a', channel({ identifier: 2, token: 'B', totalDeposit: [HUGE, 1n], balance: [HUGE, 1n] })],
  ['d', 'c', channel({ identifier: 9, balance: [-1n, 21n] })],
];

// Everything that can be asked of a graph, each of a new one, because the first question unfolds it.
const QUESTIONS: Readonly<Record<string, (network: Network) => unknown>> = {
  order: (network) => network.order,
  size: (network) => [network.size, network.undirectedSize, network.directedSize, network.selfLoopCount],
  export: (network) => network.export(),
  copy: (network) => network.copy().export(),
  'empty copy': (network) => network.emptyCopy().export(),
  edges: (network) => network.edges(),
  'edges of a node': (network) => network.edges('a').toSorted(),
  'edges between two': (network) => network.edges('b', 'a').toSorted(),
  columns: (network) => columnsOf(network),
  'every channel': (network) => visited((visit) => network.forEachEdge(visit)),
  'channels of a node': (network) => visited((visit) => network.forEachEdge('b', visit)),
  'channels between two': (network) => visited((visit) => network.forEachEdge('a', 'b', visit)),
  'undirected channels': (network) => visited((visit) => network.forEachUndirectedEdge(visit)),
  'directed channels': (network) => visited((visit) => network.forEachDirectedEdge(visit)),
  entries: (network) => [...network.edgeEntries()],
  'entries of a node': (network) => [...network.edgeEntries('c')],
  mapped: (network) => network.mapEdges((key, { balance }, source, target) => [key, balance, source, target]),
  filtered: (network) => network.filterEdges((_key, { state }) => state === 'opened'),
  reduced: (network) => network.reduceEdges((sum, _key, { balance }) => sum + balance[0], 0n),
  found: (network) => network.findEdge((_key, { token }) => token === 'B'),
  degrees: (network) => network.mapNodes((node) => [network.degree(node), network.undirectedDegree(node)]),
  neighbors: (network) => network.mapNodes((node) => network.neighbors(node).toSorted()),
  'near each other': (network) => [network.areNeighbors('a', 'b'), network.areNeighbors('b', 'd')],
  'has an edge': (network) => [network.hasEdge('A:2'), network.hasEdge('A:3'), network.hasEdge('a', 'd')],
  attributes: (network) => network.getEdgeAttributes('A:4'),
  'one attribute': (network) => network.getEdgeAttribute('B:2', 'balance'),
  extremities: (network) => [network.extremities('A:2'), network.source('A:2'), network.target('A:2')],
  opposite: (network) => network.opposite('c', 'A:2'),
  nodes: (network) => [network.nodes(), [...network.nodeEntries()], network.hasNode('e')],
};

// Everything that changes one.
const CHANGES: Readonly<Record<string, (network: Network) => unknown>> = {
  'another attribute': (network) => network.setEdgeAttribute('A:1', 'state', 'settled'),
  'every attribute': (network) =>
    network.updateEachEdgeAttributes((_key, attributes) => ({ ...attributes, settleTimeout: 7 })),
  'attributes of nodes': (network) => network.setNodeAttribute('a', 'online', false),
  'an edge less': (network) => network.dropEdge('B:1'),
  'a node less': (network) => network.dropNode('a'),
  'no edges': (network) => network.clearEdges(),
  nothing: (network) => network.clear(),
  'no edges, then one': (network) => {
    network.clearEdges();
    network.addEdgeWithKey('A:1', 'a', 'b', channel({ identifier: 1 }));
  },
  'an edge without a key of its own': (network) => {
    network.addEdge('a', 'd', channel({ identifier: 20 }));
    network.dropEdge(network.findEdge((_key, { identifier }) => identifier === 20));
  },
  'an edge of another name': (network) => network.addEdgeWithKey('x', 'a', 'd', channel({ identifier: 20 })),
  'an earlier identifier': (network) => network.addEdgeWithKey('A:3', 'a', 'd', channel({ identifier: 3 })),
  'an edge with more to it': (network) =>
    network.addEdgeWithKey('A:20', 'a', 'd', Object.assign(channel({ identifier: 20 }), { extra: 1 })),
  'edges by the numbers of their nodes': (network) => {
    const add = channelAdder(network);
    add([0, 3], channel({ identifier: 22 }));
    add([2, 1], channel({ identifier: 5 }));
  },
  'an edge merged': (network) => network.mergeEdgeWithKey('A:1', 'a', 'b', { settleTimeout: 3 }),
  'a node more': (network) => {
    network.addNode('e', { address: '0x', online: true });
    network.addEdgeWithKey('A:21', 'e', 'b', channel({ identifier: 21 }));
  },
};

const REFUSED: Readonly<Record<string, (network: Network) => unknown>> = {
  'a key that is there': (network) => network.addEdgeWithKey('A:2', 'a', 'b', channel({ identifier: 2 })),
  'an unknown node': (network) => network.addEdgeWithKey('A:20', 'a', 'z', channel({ identifier: 20 })),
  'a node with itself': (network) => network.addEdgeWithKey('A:20', 'a', 'a', channel({ identifier: 20 })),
  'a node that is there': (network) => network.addNode('a', { address: '0x', online: true }),
  'an edge that is not there': (network) => network.getEdgeAttributes('A:3'),
};

describe('a packed network is a graphology graph', () => {
  test.each(Object.entries(QUESTIONS))('asked for %s', (_name, ask) => {
    expect(ask(filled(emptyNetwork()))).toStrictEqual(ask(filled(plainNetwork())));
  });

  test.each(Object.entries(CHANGES))('changed to have %s', (_name, change) => {
    const [packed, plain] = [filled(emptyNetwork()), filled(plainNetwork())];
    change(packed);
    change(plain);
    expect(packed.export()).toStrictEqual(plain.export());
    expect(packed.mapNodes((node) => packed.neighbors(node).toSorted())).toStrictEqual(
      plain.mapNodes((node) => plain.neighbors(node).toSorted()),
    );
    expect([packed.size, packed.undirectedSize]).toStrictEqual([plain.size, plain.undirectedSize]);
  });

  test.each(Object.entries(REFUSED))('refuses %s with the same words', (_name, act) => {
    expect(messageOf(() => act(filled(emptyNetwork())))).toBe(messageOf(() => act(filled(plainNetwork()))));
  });

  test.each([
    ['words', CHANNELS.slice(0, 4)],
    ['amounts of any size', CHANNELS],
  ])('takes what columns of %s hold', (_name, channels) => {
    const [packed, plain] = [filled(emptyNetwork(), []), filled(plainNetwork(), [])];
    const { funds } = channelsOf(filled(emptyNetwork(), channels));
    for (const network of [packed, plain]) {
      const add = fundedChannelAdder(network, funds);
      // The other way round: most of them come out of order, which no packed network takes.
      channels.forEach(([, , terms], row) => add([0, 3], { ...terms, identifier: 100 + row }, 2 * row));
      channels.forEach(([, , terms], row) => add([2, 1], { ...terms, identifier: 50 - row }, 2 * row));
    }
    expect(packed.export()).toStrictEqual(plain.export());
    expect(packed.mapEdges((_key, { balance }) => balance)).toStrictEqual(
      [...channels, ...channels].map(([, , { balance }]) => balance),
    );
  });

  test('tells listeners of every channel', () => {
    const keys: string[] = [];
    const network = filled(emptyNetwork());
    network.on('edgeAdded', ({ key }) => keys.push(key));
    network.addEdgeWithKey('A:30', 'a', 'd', channel({ identifier: 30 }));
    expect(keys).toStrictEqual(['A:30']);
  });

  test('refuses to write to attributes that it would forget', () => {
    const network = filled(emptyNetwork());
    expect(() =>
      network.forEachEdge((_key, attributes) => {
        attributes.state = 'closed';
      }),
    ).toThrow(TypeError);
  });
});

function plainNetwork(): Network {
  return new MultiUndirectedGraph({ allowSelfLoops: false });
}

function filled(network: Network, channels = CHANNELS): Network {
  network.replaceAttributes({ tokens: [] });
  for (const name of ['a', 'b', 'c', 'd']) network.addNode(name, { address: '0x', online: true });
  for (const [source, target, attributes] of channels)
    network.addEdgeWithKey(channelKey(attributes.token, attributes.identifier), source, target, attributes);
  return network;
}

function channel(own: Partial<ChannelAttributes>): ChannelAttributes {
  return {
    identifier: 1,
    token: 'A',
    state: 'opened',
    settleTimeout: 500,
    revealTimeout: [50, 50],
    totalDeposit: [10n, 10n],
    totalWithdraw: [0n, 0n],
    balance: [10n, 10n],
    ...own,
  };
}

function visited(go: (visit: (...args: unknown[]) => void) => void): readonly unknown[] {
  const calls: unknown[] = [];
  go((...args) => calls.push(args));
  return calls;
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return 'was not refused';
}

function columnsOf(network: Network): unknown {
  const channels = channelsOf(network);
  return Array.from({ length: channels.length }, (_, row) => [
    channels.node(row, 0),
    channels.node(row, 1),
    channels.attributes(row),
  ]);
}
