import { describe, expect, it } from 'vitest';
import { structureOf } from '../structure-fixture.ts';

type Edge = readonly [from: string, to: string, capacity: number];
type Written = (edges: readonly Edge[], isDirected: boolean) => string;

const NODES = ['A', 'B', 'C'];

const nodeLink =
  (list: string): Written =>
  (edges, directed) =>
    JSON.stringify({
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

const edgeList: Written = (edges) =>
  edges.map(([from, to, capacity]) => `${from} ${to} {'capacity': ${capacity}}\n`).join('');

const FORMATS = [
  ['node-link JSON', 'graphology', nodeLink('links'), true],
  ['node-link JSON with edges', 'graphology', nodeLink('edges'), true],
  ['GraphML', 'graphml', graphml, true],
  ['an edge list', 'edge-list', edgeList, false],
] as const;

describe.each(FORMATS)('%s', (_name, format, written, saysDirection) => {
  const read = (edges: readonly Edge[], isDirected = true) =>
    structureOf({ kind: 'snapshot', file: 'net', format, text: written(edges, isDirected) });

  it('of a directed graph has each channel once, and says so', () => {
    const both = NODES.slice(1).flatMap((node): Edge[] => [
      ['A', node, 1000],
      [node, 'A', 1000],
    ]);
    const { channels, notes } = read(both);
    expect(channels.map(({ capacity }) => capacity)).toEqual([1000n, 1000n]);
    expect(notes).toEqual([
      'net: edges that run against another one of the same capacity, taken as its other direction: 2',
    ]);
    const undirected = read(both, false).channels.map(({ capacity }) => capacity);
    expect(undirected).toEqual(saysDirection ? [2000n, 2000n] : [1000n, 1000n]);
  });

  it('takes a capacity of 0 as one that is not known, and says so', () => {
    const { channels, notes } = read([
      ['A', 'B', 0],
      ['B', 'C', 7],
    ]);
    expect(channels.map(({ capacity }) => capacity)).toEqual([undefined, 7n]);
    expect(notes).toEqual(['net: channels without a capacity, drawn as `capacity` says: 1 of 2']);
  });
});
