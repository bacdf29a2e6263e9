import { describe, expect, it } from 'vitest';
import { structureOf } from '../../../src/topology/formats/graph-structure.ts';
import { readGraphJson } from '../../../src/topology/formats/read-graph.ts';
import { withNames } from '../structure-fixture.ts';

const read = (value: unknown) =>
  withNames(
    structureOf(
      readGraphJson({ file: 'net.json', text: typeof value === 'string' ? value : JSON.stringify(value) }),
    ),
  );

const nodes = [
  { key: 'a' },
  { key: 'b', attributes: { alias: 'Bob' } },
  { key: 'c', attributes: { label: 'Carol' } },
];
const edge = (attributes: unknown): unknown => ({ nodes, edges: [{ source: 'a', target: 'b', attributes }] });

describe('graphology JSON', () => {
  it('gives nodes in order with alias or label, and channels with their capacity', () => {
    const edges = [
      { key: 'x', source: 'a', target: 'b', undirected: true, attributes: { capacity: 5 } },
      { source: 'c', target: 'a', attributes: { capacity: '9007199254740993' } },
      { source: 'b', target: 'c' },
    ];
    expect(read({ options: {}, attributes: {}, nodes, edges })).toEqual({
      nodes: [{ name: 'a' }, { name: 'b', alias: 'Bob' }, { name: 'c', alias: 'Carol' }],
      channels: [
        { between: ['a', 'b'], capacity: 5n },
        { between: ['c', 'a'], capacity: 9_007_199_254_740_993n },
        { between: ['b', 'c'] },
      ],
    });
  });

  it('keeps every digit of capacities beyond 2^53, and shows what is wrong with all of them', () => {
    const text = (capacity: string): string =>
      `{"nodes": [{"key": "a"}, {"key": "b"}], "edges": [{"source": "a", "target": "b", "capacity": ${capacity}}]}`;
    expect(read(text('9007199254740993')).channels).toEqual([
      { between: ['a', 'b'], capacity: 9_007_199_254_740_993n },
    ]);
    expect(() => read(text('-9007199254740993'))).toThrow(/net\.json:1:\d+: .*found -9007199254740993, /);
    expect(() => read(text('9007199254740993.0'))).toThrow(
      /edges\[0\]\.capacity: found 9007199254740993\.0, expected a whole number/,
    );
    expect(() => read(text('0.5'))).toThrow(/found 0\.5, /);
    expect(() => read(`${'['.repeat(200)}${']'.repeat(200)}`)).toThrow(
      'net.json: it nests deeper than 100 levels',
    );
  });

  it('takes the median policy of a node as its fees, half for each channel, and a balance of null as not known', () => {
    const policy = (fee_base_msat: string, fee_rate_milli_msat: string) => ({
      fee_base_msat,
      fee_rate_milli_msat,
    });
    const pair = { node1_pub: 'a', node2_pub: 'b' };
    const edges = [
      { ...pair, capacity: '9', node1_policy: policy('4000', '100'), node2_policy: null },
      { ...pair, node2_pub: 'c', balance: ['5', null], node1_policy: policy('6000', '7') },
      { ...pair, node2_pub: 'd', capacity: '9', node1_policy: policy('9000', '901') },
    ];
    const keys = ['a', 'b', 'c', 'd'].map((pub_key) => ({ pub_key }));
    const { nodes: named, channels } = read({ nodes: keys, edges });
    expect(named[0]).toEqual({ name: 'a', fees: { flat: 3n, proportionalPpm: 50, imbalancePpm: 0 } });
    expect(named[1]).toEqual({ name: 'b' });
    expect(channels[1]).toEqual({ between: ['a', 'c'], deposits: [5n, undefined] });
  });

  it('takes numbers as node keys, as graphology does', () => {
    const structure = read({ nodes: [{ key: 0 }, { key: 1 }], edges: [{ source: 0, target: '1' }] });
    expect(structure.channels).toEqual([{ between: ['0', '1'] }]);
  });

  it('reads node-link JSON, whose attributes stand beside the keys', () => {
    const flat = [{ id: 1, label: 'Ann' }, { id: '2' }];
    expect(read({ nodes: flat, edges: [{ id: '1-2', source: '1', target: 2, capacity: 7 }] })).toEqual({
      nodes: [{ name: '1', alias: 'Ann' }, { name: '2' }],
      channels: [{ between: ['1', '2'], capacity: 7n }],
    });
  });

  it('reads the links of d3 and older networkx as edges, and tells their faults by that name', () => {
    const links = [{ source: 'a', target: 'b', capacity: 7 }];
    expect(read({ directed: false, multigraph: false, graph: {}, nodes, links }).channels).toEqual([
      { between: ['a', 'b'], capacity: 7n },
    ]);
    expect(() => read({ nodes, links: [{ source: 'a', target: 'z' }] })).toThrow(
      /links\[0\]\.target: found "z"/,
    );
    expect(() => read({ nodes })).toThrow('edges: found nothing, expected a list');
  });

  it('reads the describegraph of lnd, and leaves out channels of which neither end has a policy', () => {
    const edges = [
      {
        channel_id: '5',
        node1_pub: '02a',
        node2_pub: '03b',
        capacity: '37200',
        node1_policy: null,
        node2_policy: null,
      },
      {
        channel_id: '6',
        node1_pub: '03b',
        node2_pub: '02a',
        capacity: '800',
        node1_policy: { fee_base_msat: '1' },
      },
    ];
    const pubKeys = [
      { pub_key: '02a', alias: '' },
      { pub_key: '03b', alias: 'Bob', features: {} },
    ];
    expect(read({ nodes: pubKeys, edges })).toEqual({
      nodes: [{ name: '02a' }, { name: '03b', alias: 'Bob' }],
      channels: [{ between: ['03b', '02a'], capacity: 800n }],
      notes: [
        'policies without a fee that can be read, left aside: 1',
        'channels left out, disabled or without a policy in both directions: 1',
        'ends of channels without a policy in the file, kept and free of fees: 2',
      ],
    });
  });

  it('says what of the policies of lnd is left aside', () => {
    const pair = { node1_pub: 'a', node2_pub: 'b', capacity: '9' };
    const policy = (others: object) => ({ fee_base_msat: '0', fee_rate_milli_msat: '0', ...others });
    const disabled = policy({ disabled: true });
    const edges = [
      { ...pair, node1_policy: disabled, node2_policy: null },
      { ...pair, node1_policy: disabled, node2_policy: policy({ min_htlc: '1000' }) },
      { ...pair, node1_policy: null, node2_policy: policy({ inbound_fee_rate_milli_msat: -5 }) },
    ];
    const { channels, notes } = read({ nodes: [{ pub_key: 'a' }, { pub_key: 'b' }], edges });
    expect(channels).toEqual([{ between: ['a', 'b'], capacity: 18n }]);
    expect(notes).toEqual([
      'channels left out, disabled or without a policy in both directions: 1',
      'left aside, payments go as if they were not there: directions that are disabled or have no policy (2), limits of an htlc (1), inbound fees (1)',
      'edges beside another one of the same two nodes, added to it: 1',
    ]);
  });

  const free = { fee_base_msat: '0', fee_rate_milli_msat: '0' };
  const ends7 = { channel_id: '7', node1_pub: 'a', node2_pub: 'b', capacity: '5' };
  const edge7 = { ...ends7, node1_policy: free, node2_policy: free };

  it.each([
    ['keeps channels of a file without policies', [{ ...edge7, node1_policy: null, node2_policy: null }], 1],
    ['takes a channel that is listed twice once', [edge7, edge7], 1],
    ['adds nodes that only edges name', [{ ...edge7, node2_pub: 'z' }], 1],
    [
      'takes channels without a name for different ones',
      [0, 0].map(() => ({ ...edge7, channel_id: '0' })),
      2,
    ],
  ])('of lnd %s, and says so', (_what, edges, count) => {
    const { channels, notes } = read({ nodes: [{ pub_key: 'a' }, { pub_key: 'b' }], edges });
    expect(channels.map(({ capacity }) => capacity)).toEqual([BigInt(count) * 5n]);
    expect(notes).toHaveLength(1);
  });

  const direction = (source: string, destination: string, others: object = {}) => ({
    source,
    destination,
    amount_msat: '5999msat',
    base_fee_millisatoshi: 1000,
    fee_per_millionth: 1,
    active: true,
    ...others,
  });
  const id = { short_channel_id: '1x1x1' };

  it.each([
    ['by its name', [direction('a', 'b', id), direction('b', 'a', id)], 1],
    ['without a name', [direction('a', 'b'), direction('b', 'a')], 1],
    ['of which one is closed', [direction('a', 'b', id), direction('b', 'a', { ...id, active: false })], 1],
    ['of which one is missing', [direction('a', 'b', id)], 1],
    ['that are closed', ['ab', 'ba'].map(([a = '', b = '']) => direction(a, b, { ...id, active: false })), 0],
  ])('of Core Lightning has a channel once for its directions, %s', (_which, channels, count) => {
    const structure = read({ channels });
    expect(structure.channels).toEqual(count === 0 ? [] : [{ between: ['a', 'b'], capacity: 5n }]);
    expect(structure.notes?.[0]).toBe(`amounts rounded down to whole units: ${channels.length}`);
  });

  it('merges the two directions of a directed export', () => {
    const edges = [
      { source: 'a', target: 'b', attributes: { capacity: 5 } },
      { source: 'b', target: 'a', attributes: { capacity: 6 } },
    ];
    expect(read({ nodes, edges }).channels).toEqual([{ between: ['a', 'b'], capacity: 11n }]);
  });

  it("of Millrace's own takes balances as deposits and leaves out channels that are not open", () => {
    const edges = [
      {
        source: 'a',
        target: 'b',
        attributes: { token: 'T', state: 'opened', balance: ['3', '4'], totalDeposit: ['7', '0'] },
      },
      { source: 'b', target: 'c', attributes: { token: 'T', state: 'closed', balance: ['1', '1'] } },
    ];
    expect(read({ nodes, edges }).channels).toEqual([{ between: ['a', 'b'], deposits: [3n, 4n] }]);
  });

  it.each([
    ['', 'net.json:1:1: found the end of the file, expected a value'],
    ['{"nodes": [],\n  "edges": nope}', 'net.json:2:12: found "nope}", expected a value'],
    [[], 'net.json:1:1: edges: found nothing, expected a list'],
    [{ nodes: [] }, 'net.json:1:1: edges: found nothing, expected a list'],
    [{ nodes: [7], edges: [] }, 'net.json:1:11: nodes[0]: found 7, expected {"key": ...}'],
    [{ nodes: [{ key: '' }], edges: [] }, 'net.json:1:18: nodes[0].key: found "", expected a name'],
    [{ nodes: [...nodes, { key: 'a' }], edges: [] }, 'net.json:1:107: nodes[3]: found "a" again'],
    [{ nodes, edges: [null] }, 'net.json:1:117: edges[0]: found null'],
    [
      { nodes, edges: [{ source: 'a', target: 'z' }] },
      'edges[0].target: found "z", expected the key of one of the nodes',
    ],
    [edge({ capacity: -1 }), 'edges[0].attributes.capacity: found -1, expected a whole number'],
    [edge({ capacity: '1e-3' }), 'edges[0].attributes.capacity: found "1e-3"'],
    [edge({ balance: '12' }), 'edges[0].attributes.balance: found "12", expected two amounts'],
    [edge({ balance: ['1', 'x'] }), 'edges[0].attributes.balance[1]: found "x"'],
  ])('%j is refused with the place, what was found and what was expected', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });

  it('refuses channels of several tokens: they cannot become one token network', () => {
    const attributes = (token: string) => ({ token, balance: ['1', '1'] });
    const edges = [
      { source: 'a', target: 'b', attributes: attributes('T') },
      { source: 'a', target: 'b', attributes: attributes('U') },
    ];
    expect(() => read({ nodes, edges })).toThrow(
      'edges: found channels of the tokens T, U, expected those of one token',
    );
  });
});
