import { describe, expect, it } from 'vitest';
import { exportNetwork } from '../../../src/topology/formats/export-network.ts';
import { structureOf } from '../../../src/topology/formats/graph-structure.ts';
import { readGraphXml } from '../../../src/topology/formats/graph-xml.ts';
import { world } from '../../world/world.ts';
import { withNames } from '../structure-fixture.ts';

const read = (text: string) => withNames(structureOf(readGraphXml({ file: 'net.graphml', text })));

// As networkx 3 writes it.
const NETWORKX = `<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d1" for="edge" attr.name="capacity" attr.type="long" />
  <key id="d0" for="node" attr.name="alias" attr.type="string" />
  <graph edgedefault="undirected">
    <node id="0"><data key="d0">A &amp; B</data></node>
    <node id="1" />
    <node id="2" />
    <edge source="0" target="1"><data key="d1">9007199254740993</data></edge>
    <edge source="1" target="2" />
  </graph>
</graphml>
`;

// As Gephi 0.10 writes it, with keys of drawings and of an editor beside them.
const GEPHI = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key attr.name="label" attr.type="string" for="node" id="label"/>
<key attr.name="capacity" attr.type="double" for="edge" id="capacity"><default>7</default></key>
<key attr.name="r" attr.type="int" for="node" id="r"/>
<key for="edge" id="d8" yfiles.type="edgegraphics"/>
<graph edgedefault="directed">
<node id="a"><data key="label">Ann</data><data key="r">9</data></node>
<node id="b"/>
<edge id="x" source="a" target="b"><data key="capacity">250000.0</data><data key="d8">thick</data></edge>
<edge id="y" source="b" target="a"/>
</graph>
</graphml>
`;

describe('GraphML', () => {
  it('of networkx gives nodes, aliases and capacities to the last digit', () => {
    expect(read(NETWORKX)).toEqual({
      nodes: [{ name: '0', alias: 'A & B' }, { name: '1' }, { name: '2' }],
      channels: [{ between: ['0', '1'], capacity: 9_007_199_254_740_993n }, { between: ['1', '2'] }],
    });
  });

  it('of Gephi may hold floats, defaults, keys of other programs and both directions', () => {
    expect(read(GEPHI)).toEqual({
      nodes: [{ name: 'a', alias: 'Ann' }, { name: 'b' }],
      channels: [{ between: ['a', 'b'], capacity: 250_007n }],
      notes: [
        'fields left aside: r of nodes (1), d8 (1)',
        'edges beside another one of the same two nodes, added to it: 1',
      ],
    });
  });

  it.each(['graphml', 'gexf'] as const)('of Millrace as %s gives the network back', (format) => {
    const text = exportNetwork(world('alice 1 - 2 bob 90071992547409930 - 0 carol, dave'), format);
    expect(read(text)).toEqual({
      nodes: ['alice', 'bob', 'carol', 'dave'].map((name) => ({ name, alias: name })),
      channels: [
        { between: ['alice', 'bob'], deposits: [1n, 2n] },
        { between: ['bob', 'carol'], deposits: [90_071_992_547_409_930n, 0n] },
      ],
    });
  });

  it.each([
    ['an unknown end', NETWORKX.replace('target="2"', 'target="9"'), '10:5: edges[1].target: found "9"'],
    [
      'no capacity',
      NETWORKX.replace('9007199254740993', 'much'),
      '9:5: edges[0].attributes.capacity: found "much"',
    ],
    ['no name', NETWORKX.replace(' id="2"', ''), '8:5: nodes[2].key: found ""'],
    ['a node twice', NETWORKX.replace('id="2"', 'id="1"'), '8:5: nodes[2]: found "1" again'],
    ['no graph', '<graphml/>', ' found no element <graph>'],
    ['two graphs', '<graphml><graph/>\n<graph/></graphml>', '2:1: found <graph>, expected one graph'],
    ['edges of many', '<graphml><graph><hyperedge/></graph></graphml>', ' found <hyperedge>'],
    ['broken XML', NETWORKX.replace('"2" />', '"2 />'), '8:5: is not well-formed XML'],
    ['an edge list', '0 1\n1 2\n', 'is not well-formed XML'],
    ['nothing', '', 'is not well-formed XML: found no element'],
  ])('with %s is told with its place', (_name, text, told) => {
    expect(() => read(text)).toThrow(told);
  });
});
