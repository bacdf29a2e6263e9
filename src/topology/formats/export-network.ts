import { MultiUndirectedGraph } from 'graphology';
import { write } from 'graphology-gexf';
import { toJson } from '../../model/json.ts';
import type { Network } from '../../model/network/network.ts';
import { networkToJson } from '../../model/network/network-json.ts';
import { type FlatAttributes, flatChannel, flatNode, xmlText } from './flat-attributes.ts';

/**
 * A network as a file's text: graphology JSON, which Millrace reads back as a snapshot, or GEXF or GraphML for Gephi
 * and other tools, with flat attributes.
 */
export function exportNetwork(network: Network, format: 'json' | 'gexf' | 'graphml'): string {
  switch (format) {
    case 'json':
      return `${toJson(networkToJson(network), 2)}\n`;
    case 'gexf':
      return gexf(network);
    case 'graphml':
      return graphml(network);
  }
}

/** A network as GEXF 1.2, Gephi's own format. */
function gexf(network: Network): string {
  const flat = new MultiUndirectedGraph();
  flat.replaceAttributes({ creator: 'millrace', description: description(network) });
  // Two names that differ only in characters XML cannot hold would fall together, hence merge.
  network.forEachNode((name, attributes) => flat.mergeNode(xmlText(name), flatNode(name, attributes)));
  network.forEachEdge((key, channel, source, target) =>
    flat.addEdgeWithKey(xmlText(key), xmlText(source), xmlText(target), flatChannel(channel)),
  );
  return `${write(flat)}\n`;
}

function description(network: Network): string {
  return network
    .getAttribute('tokens')
    .map(({ name, tokenNetworkAddress }) => `${xmlText(name)}: ${tokenNetworkAddress}`)
    .join(', ');
}

/** A network as GraphML (graphology-graphml only reads). The format: http://graphml.graphdrawing.org/specification.html */
function graphml(network: Network): string {
  const nodes = network.mapNodes((name, attributes) => ({ name, attributes: flatNode(name, attributes) }));
  const edges = network.mapEdges((key, channel, source, target) => ({
    key,
    source,
    target,
    attributes: flatChannel(channel),
  }));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">',
    ...keys('node', nodes),
    ...keys('edge', edges),
    '  <graph edgedefault="undirected">',
    ...nodes.map(({ name, attributes }) => element(`node id="${escaped(name)}"`, 'node', attributes)),
    ...edges.map(({ key, source, target, attributes }) =>
      element(
        `edge id="${escaped(key)}" source="${escaped(source)}" target="${escaped(target)}"`,
        'edge',
        attributes,
      ),
    ),
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n');
}

type Kind = 'node' | 'edge';

// Ids are prefixed because node and edge attributes share one space of ids.
function keys(kind: Kind, elements: readonly { readonly attributes: FlatAttributes }[]): string[] {
  const types = new Map<string, string>();
  for (const { attributes } of elements)
    for (const [name, value] of Object.entries(attributes)) {
      // One value that needs text makes the whole attribute text.
      if (types.get(name) !== 'string') types.set(name, typeof value === 'number' ? 'long' : typeof value);
    }
  return [...types].map(
    ([name, type]) => `  <key id="${kind}-${name}" for="${kind}" attr.name="${name}" attr.type="${type}"/>`,
  );
}

function element(opening: string, kind: Kind, attributes: FlatAttributes): string {
  const data = Object.entries(attributes).map(
    ([name, value]) => `      <data key="${kind}-${name}">${escaped(String(value))}</data>`,
  );
  return [`    <${opening}>`, ...data, `    </${kind}>`].join('\n');
}

function escaped(text: string): string {
  return xmlText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
