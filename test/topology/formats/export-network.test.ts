import fc from 'fast-check';
import { MultiUndirectedGraph } from 'graphology';
import { parse as parseGexf } from 'graphology-gexf';
import { parse as parseGraphml } from 'graphology-graphml';
import { describe, expect, it } from 'vitest';
import { addChannel, createNetwork, type Network, nodeAddress } from '../../../src/model/network/network.ts';
import { type NetworkJson, networkFromJson, networkToJson } from '../../../src/model/network/network-json.ts';
import { escapedText } from '../../../src/model/node-text.ts';
import { exportNetwork } from '../../../src/topology/formats/export-network.ts';
import { structureOf } from '../../../src/topology/formats/graph-structure.ts';
import { readGraphJson } from '../../../src/topology/formats/read-graph.ts';
import { elementNames } from '../../fixtures/strict-xml.ts';
import { withNames } from '../structure-fixture.ts';

const seed = 'export';

function networkOf({
  nodes,
  deposits,
  token = 'T',
}: {
  readonly nodes: readonly { readonly name: string; readonly alias?: string }[];
  readonly deposits: readonly [bigint, bigint];
  readonly token?: string;
}): Network {
  const network = createNetwork({ seed, tokens: [{ name: token, decimals: 0, balancePerNode: 0n }] });
  for (const { name, alias } of nodes)
    network.addNode(name, {
      address: nodeAddress({ seed, name }),
      online: true,
      fees: { [token]: { flat: 5n, proportionalPpm: 100, imbalancePpm: 0 } },
      ...(alias === undefined ? {} : { alias }),
    });
  nodes.slice(1).forEach(({ name }, index) => {
    const previous = nodes[index]?.name as string;
    const timeouts = { settleTimeout: 500, revealTimeout: 50 };
    addChannel(network, { between: [previous, name], token, deposits, identifier: index + 1, ...timeouts });
  });
  return network;
}

const small = networkOf({
  nodes: [{ name: 'a', alias: 'Ann & <Bob> "\u0001"' }, { name: 'b' }],
  deposits: [30n, 12n],
});
const huge = networkOf({ nodes: [{ name: 'a' }, { name: 'b' }], deposits: [2n ** 200n, 1n] });

const parsers = { gexf: parseGexf, graphml: parseGraphml } as const;

describe.each(['gexf', 'graphml'] as const)('an export as %s', (format) => {
  const parse = (network: Network): MultiUndirectedGraph =>
    // The parsers are typed against another copy of the graph class.
    parsers[format](MultiUndirectedGraph, exportNetwork(network, format));

  it('has flat attributes that a reader gets back as numbers', () => {
    const graph = parse(small);
    expect(graph.nodes()).toEqual(['a', 'b']);
    expect(graph.getNodeAttribute('b', 'label')).toBe('b');
    expect(graph.getNodeAttributes('a')).toMatchObject({ online: true, feeFlat: 5, feeProportionalPpm: 100 });
    expect(graph.getEdgeAttributes(graph.edges()[0])).toMatchObject({
      capacity: 42,
      deposit1: 30,
      deposit2: 12,
      balance1: 30,
      balance2: 12,
      token: 'T',
      state: 'opened',
    });
  });

  it('shows the alias as label, escaped, without characters that XML cannot hold', () => {
    expect(parse(small).getNodeAttribute('a', 'label')).toBe('Ann & <Bob> "\uFFFD"');
  });

  it('writes amounts beyond 2^53 as text, to the last digit', () => {
    const graph = parse(huge);
    expect(graph.getEdgeAttribute(graph.edges()[0], 'capacity')).toBe((2n ** 200n + 1n).toString());
  });

  it('can be shown on a terminal, which obeys nothing in it, with the same names', () => {
    const name = 'a\u009b1A\u202e\u{e0001}\u200d';
    const network = networkOf({ nodes: [{ name }, { name: 'b' }], deposits: [1n, 2n] });
    const document = exportNetwork(network, format);
    expect(escapedText(document)).toBe(document);
    expect(parse(network).nodes()).toEqual([name, 'b']);
  });

  it('is well-formed XML, whatever the names', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), text, text, (names, alias, token) => {
        const nodes = names.map((name) => ({ name, alias }));
        expect(
          elementNames(exportNetwork(networkOf({ nodes, deposits: [1n, 2n], token }), format)),
        ).toContain(format);
      }),
      { numRuns: 200 },
    );
  });
});

it.each([
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a x="1" x="2"/>',
  '<a>&</a>',
  '<a>\u0001</a>',
  '<a x="<"/>',
  'a<a/>',
])('%j would be noticed as not well-formed', (xml) => {
  expect(() => elementNames(xml)).toThrow();
});

describe('an export as JSON', () => {
  it('is the network again when read back', () => {
    const json = JSON.parse(exportNetwork(huge, 'json')) as NetworkJson;
    expect(networkToJson(networkFromJson(json))).toEqual(networkToJson(huge));
  });

  it('is a snapshot with the same nodes, channels and money', () => {
    const text = exportNetwork(small, 'json');
    expect(withNames(structureOf(readGraphJson({ file: 'small.json', text })))).toEqual({
      nodes: [{ name: 'a', alias: 'Ann & <Bob> "\u0001"' }, { name: 'b' }],
      channels: [{ between: ['a', 'b'], deposits: [30n, 12n] }],
      notes: ['fields left aside: fees of nodes (2)'],
    });
  });

  it('writes every amount to the last digit', () => {
    const text = exportNetwork(huge, 'json');
    expect(structureOf(readGraphJson({ file: 'huge.json', text })).channels[0]?.deposits).toEqual([
      2n ** 200n,
      1n,
    ]);
  });
});
