import { describe, expect, it } from 'vitest';
import type { TopologySpec } from '../../../src/model/scenario/scenario.ts';
import { structureOf } from '../structure-fixture.ts';

type Edge = readonly [from: string, to: string, capacity: number];
type Written = (edges: readonly Edge[], isDirected: boolean) => string;

interface Format {
  readonly name: string;
  readonly format: Extract<TopologySpec, { readonly kind: 'snapshot' }>['format'];
  readonly written: Written;
  /** How a file of this kind tells a channel from one of its directions. */
  readonly directions: 'said by the file' | 'guessed' | 'by identity';
  /** Policies that are closed, where the kind has such. */
  readonly disabled?: string;
}

const NODES = ['A', 'B', 'C'];
const json = (value: unknown): string => JSON.stringify(value);

// The two directions of a channel have the same identity.
const identity = (from: string, to: string): string => [from, to].sort().join('x');

const nodeLink =
  (list: string): Written =>
  (edges, directed) =>
    json({
      directed,
      multigraph: true,
      nodes: NODES.map((id) => ({ id })),
      [list]: edges.map(([source, target, capacity]) => ({ source, target, key: 0, capacity })),
    });

const graphml: Written = (edges, isDirected) =>
  [
    '<graphml><key id="d0" for="edge" attr.name="capacity" attr.type="long"/>',
    `<graph edgedefault="${isDirected ? 'directed' : 'undirected'}">`,
    ...NODES.map((id) => `<node id="${id}"/>`),
    ...edges.map(
      ([from, to, capacity]) =>
        `<edge source="${from}" target="${to}"><data key="d0">${capacity}</data></edge>`,
    ),
    '</graph></graphml>',
  ].join('\n');

// As networkx and Gephi write it: a weight of 1 says nothing.
const gexf: Written = (edges, isDirected) =>
  [
    `<gexf version="1.2"><graph defaultedgetype="${isDirected ? 'directed' : 'undirected'}">`,
    '<attributes class="edge"><attribute id="0" title="capacity" type="long"/></attributes>',
    '<attributes class="node"><attribute id="0" title="alias" type="string"/></attributes>',
    `<nodes>${NODES.map((id) => `<node id="${id}" label="${id}"/>`).join('')}</nodes><edges>`,
    ...edges.map(
      ([from, to, capacity]) =>
        `<edge source="${from}" target="${to}" weight="1.0"><attvalues><attvalue for="0" value="${capacity}"/></attvalues></edge>`,
    ),
    '</edges></graph></gexf>',
  ].join('\n');

const cln: Written = (edges) =>
  json({
    channels: edges.map(([source, destination, capacity]) => ({
      source,
      destination,
      short_channel_id: identity(source, destination),
      amount_msat: `${capacity * 1000}msat`,
      base_fee_millisatoshi: 1000,
      fee_per_millionth: 1,
    })),
  });

const clothEdges: Written = (edges) =>
  [
    'id,channel_id,counter_edge_id,from_node_id,to_node_id,balance,fee_base,fee_proportional,min_htlc,timelock',
    ...edges.map(
      ([from, to, capacity], id) =>
        `${id},${identity(from, to)},0,${from},${to},${capacity * 500},1000,1,0,144`,
    ),
  ].join('\n');

const describegraph =
  (spelled: (field: string) => string): Written =>
  (edges) =>
    json({
      nodes: [],
      edges: edges.map(([from, to, capacity]) => ({
        [spelled('channel_id')]: identity(from, to),
        [spelled('node1_pub')]: from,
        [spelled('node2_pub')]: to,
        capacity: String(capacity),
      })),
    });

const simln: Written = (edges) =>
  json({
    sim_network: edges.map(([from, to, capacity]) => ({
      scid: identity(from, to),
      capacity_msat: capacity * 1000,
      node_1: { pubkey: from, base_fee: 1000, fee_rate_prop: 1 },
      node_2: { pubkey: to, base_fee: 1000, fee_rate_prop: 1 },
    })),
  });

const FORMATS: readonly Format[] = [
  {
    name: 'node-link JSON',
    format: 'graphology',
    written: nodeLink('links'),
    directions: 'said by the file',
  },
  {
    name: 'node-link JSON with edges',
    format: 'graphology',
    written: nodeLink('edges'),
    directions: 'said by the file',
  },
  { name: 'GraphML', format: 'graphml', written: graphml, directions: 'said by the file' },
  { name: 'GEXF', format: 'gexf', written: gexf, directions: 'said by the file' },
  {
    name: 'an edge list',
    format: 'edge-list',
    written: (edges) =>
      edges.map(([from, to, capacity]) => `${from} ${to} {'capacity': ${capacity}}\n`).join(''),
    directions: 'guessed',
  },
  {
    name: 'a weighted edge list',
    format: 'edge-list',
    written: (edges) => edges.map(([from, to, capacity]) => `${from} ${to} ${capacity}.0\n`).join(''),
    directions: 'guessed',
  },
  {
    name: 'CSV with semicolons',
    format: 'csv',
    written: (edges) => ['From;To;Capacity_sat', ...edges.map((edge) => edge.join(';'))].join('\r\n'),
    directions: 'guessed',
  },
  { name: 'listchannels of Core Lightning', format: 'graphology', written: cln, directions: 'by identity' },
  { name: 'edges of CLoTH', format: 'csv', written: clothEdges, directions: 'by identity' },
  {
    name: 'describegraph of lnd',
    format: 'graphology',
    written: describegraph((field) => field),
    directions: 'by identity',
  },
  {
    name: 'describegraph through gRPC',
    format: 'graphology',
    written: describegraph((field) => field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())),
    directions: 'by identity',
  },
  { name: 'sim_network of SimLN', format: 'graphology', written: simln, directions: 'by identity' },
];

describe.each(FORMATS)('$name', ({ format, written, directions }) => {
  const read = (edges: readonly Edge[], isDirected = true) =>
    structureOf({ kind: 'snapshot', file: 'net', format, text: written(edges, isDirected) });
  const capacitiesOf = (edges: readonly Edge[], isDirected = true) =>
    read(edges, isDirected).channels.map(({ capacity, deposits }) =>
      deposits === undefined ? capacity : (deposits[0] ?? 0n) + (deposits[1] ?? 0n),
    );

  it('of a directed graph has each channel once, and says so', () => {
    const both = NODES.slice(1).flatMap((node): Edge[] => [
      ['A', node, 1000],
      [node, 'A', 1000],
    ]);
    expect(capacitiesOf(both)).toEqual([1000n, 1000n]);
    if (directions === 'by identity') return;
    expect(read(both).notes).toEqual([
      'net: edges that run against another one of the same capacity, taken as its other direction: 2',
    ]);
    expect(capacitiesOf(both, false)).toEqual(
      directions === 'said by the file' ? [2000n, 2000n] : [1000n, 1000n],
    );
  });

  it('takes a capacity of 0 as one that is not known, and says so', () => {
    // Of CLoTH an end that holds 0 is known.
    if (format === 'csv' && directions === 'by identity') return;
    const { channels, notes } = read([
      ['A', 'B', 0],
      ['B', 'C', 7],
    ]);
    expect(channels.map(({ capacity }) => capacity)).toEqual([undefined, 7n]);
    expect(notes).toContain('net: channels without a capacity, drawn as `capacity` says: 1 of 2');
  });

  it('leaves out a channel of a node with itself, and says so', () => {
    const { channels, notes } = read([
      ['A', 'A', 5],
      ['A', 'B', 7],
    ]);
    expect(channels).toHaveLength(1);
    expect(notes).toContain('net: channels of a node with itself, left out: 1');
  });
});
