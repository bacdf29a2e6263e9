import { MultiUndirectedGraph } from 'graphology';
import { write } from 'graphology-gexf';
import { toJson } from '../../model/json.ts';
import type { Network, ChannelAttributes, NodeAttributes } from '../../model/network/network.ts';
import { networkToJson } from '../../model/network/network-json.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';

/**
 * A network as a file's text: graphology JSON, which Millrace reads back as a snapshot, or GEXF or GraphML for Gephi
 * and other tools, with flat attributes.
 */
export function exportNetwork(network: Network, format: 'json' | 'gexf' | 'graphml'): string {
  if (format === 'json') return `${toJson(networkToJson(network), 2)}\n`;
  return showable(format === 'gexf' ? gexf(network) : graphml(network));
}

// A document may go to a terminal, which obeys some characters: the same ones as references.
function showable(xml: string): string {
  return xml.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** A network as GEXF 1.2, Gephi's own format. */
function gexf(network: Network): string {
  const graph = new MultiUndirectedGraph();
  graph.replaceAttributes({ creator: 'millrace', description: description(network) });
  // Two names that differ only in characters XML cannot hold would fall together, hence merge.
  network.forEachNode((name, attributes) => graph.mergeNode(xmlText(name), flatNode(name, attributes)));
  network.forEachEdge((key, channel, source, target) =>
    graph.addEdgeWithKey(xmlText(key), xmlText(source), xmlText(target), flatChannel(channel)),
  );
  return `${write(graph)}\n`;
}

function description(network: Network): string {
  return network
    .getAttribute('tokens')
    .map(({ name, tokenNetworkAddress }) => `${xmlText(name)}: ${tokenNetworkAddress}`)
    .join(', ');
}

/** A network as GraphML (graphology-graphml only reads). The format: http://graphml.graphdrawing.org/specification.html */
function graphml(network: Network): string {
  const nodes = network.mapNodes((name, attributes) => ({
    opening: `node id="${escaped(name)}"`,
    attributes: flatNode(name, attributes),
  }));
  const edges = network.mapEdges((key, channel, source, target) => ({
    opening: `edge id="${escaped(key)}" source="${escaped(source)}" target="${escaped(target)}"`,
    attributes: flatChannel(channel),
  }));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">',
    ...keys('node', nodes),
    ...keys('edge', edges),
    '  <graph edgedefault="undirected">',
    ...nodes.map((node) => element('node', node)),
    ...edges.map((edge) => element('edge', edge)),
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n');
}

type Kind = 'node' | 'edge';

type FlatElement = Readonly<{ opening: string; attributes: FlatAttributes }>;

// Ids are prefixed because node and edge attributes share one space of ids.
function keys(kind: Kind, elements: readonly FlatElement[]): string[] {
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

function element(kind: Kind, { opening, attributes }: FlatElement): string {
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

/** Attributes that other tools can read: no nesting, no big integers. */
type FlatAttributes = Readonly<Record<string, string | number | boolean>>;

/** A node's attributes, flat; `label` is what drawings show. */
function flatNode(name: string, { address, online, alias, fees = {} }: NodeAttributes): FlatAttributes {
  const schedules = Object.entries(fees);
  const columns = schedules.map(([token, schedule]) =>
    flatFees(schedule, schedules.length === 1 ? '' : ` ${xmlText(token)}`),
  );
  return Object.assign({ label: xmlText(alias ?? name), address, online }, ...columns);
}

// Each of several tokens has columns of its own.
function flatFees(fees: FeeSchedule | undefined, suffix: string): FlatAttributes {
  if (fees === undefined) return {};
  return {
    [`feeFlat${suffix}`]: flat(fees.flat),
    [`feeProportionalPpm${suffix}`]: fees.proportionalPpm,
    [`feeImbalancePpm${suffix}`]: fees.imbalancePpm,
  };
}

/** A channel's attributes, flat; 1 is the source's end, 2 the target's. */
function flatChannel(channel: ChannelAttributes): FlatAttributes {
  const { identifier, token, state, settleTimeout, revealTimeout } = channel;
  const { totalDeposit, totalWithdraw, balance } = channel;
  return {
    identifier,
    token: xmlText(token),
    state,
    capacity: flat(balance[0] + balance[1]),
    deposit1: flat(totalDeposit[0]),
    deposit2: flat(totalDeposit[1]),
    withdraw1: flat(totalWithdraw[0]),
    withdraw2: flat(totalWithdraw[1]),
    balance1: flat(balance[0]),
    balance2: flat(balance[1]),
    settleTimeout,
    revealTimeout1: revealTimeout[0],
    revealTimeout2: revealTimeout[1],
  };
}

/** Without the characters that XML 1.0 cannot hold at all, which node aliases do contain. */
function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\uFFFD');
}

// Beyond 2^53 a number would lose digits, so it becomes text; tools then treat the whole column as text.
function flat(amount: Amount): number | string {
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : amount.toString();
}
