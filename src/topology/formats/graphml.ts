import type { Network } from '../../model/network/network.ts';
import { type FlatAttributes, flatChannel, flatNode, xmlText } from './flat-attributes.ts';

/** A network as GraphML (graphology-graphml only reads). The format: http://graphml.graphdrawing.org/specification.html */
export function graphml(network: Network): string {
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
