import type { Amount } from './amount.ts';
import type { ChannelColumns } from './channel-columns.ts';
import { IntegerText } from './integer-text.ts';
import { CHANNEL_STATES, channelKey, type Network, type PerEnd } from './network.ts';
import {
  addNodeFromJson,
  emptyNetworkFromJson,
  networkAttributesToJson,
  type NetworkJson,
  type NodeJson,
  nodeToJson,
} from './network-json.ts';
import { channelsOf } from './packed-network.ts';

// A line is some hundred kilobytes: few enough to hold, enough for the calls per line not to count.
const PER_LINE = 4096;

/** The first line. */
interface HeadLine {
  readonly format: 'millrace-network/1';
  readonly attributes: NetworkJson['attributes'];
  /** How many follow, so that a file without its end shows. */
  readonly counts: { readonly nodes: number; readonly channels: number };
}

/** Up to 4,096 nodes. */
interface NodesLine {
  readonly nodes: readonly NodeJson[];
}

/** Up to 4,096 channels in columns, one item a channel; nodes, tokens and states by number, pairs of the two ends in turn. */
interface ChannelsLine {
  readonly channels: {
    readonly source: number[];
    readonly target: number[];
    readonly token: number[];
    readonly identifier: number[];
    readonly state: number[];
    readonly settleTimeout: number[];
    readonly revealTimeout: number[];
    readonly totalDeposit: string[];
    readonly totalWithdraw: string[];
    readonly balance: string[];
  };
}

/**
 * A network as lines of JSON, for networks that one text of it all would be too large for: a line is made when it is
 * asked for. Nodes and channels keep their order, so equal networks give equal bytes.
 */
export function* networkLines(network: Network): Generator<string> {
  yield lineOf(headOf(network));
  let nodes: NodeJson[] = [];
  for (const { node, attributes } of network.nodeEntries()) {
    nodes.push(nodeToJson(node, attributes));
    if (nodes.length < PER_LINE) continue;
    yield lineOf({ nodes } satisfies NodesLine);
    nodes = [];
  }
  if (nodes.length > 0) yield lineOf({ nodes } satisfies NodesLine);
  const text = new IntegerText();
  const channels = channelsOf(network);
  const tokens = new Map(network.getAttribute('tokens').map(({ name }, index) => [name, index]));
  for (let first = 0; first < channels.length; first += PER_LINE)
    yield channelsLine(text, channels, tokens, first, Math.min(first + PER_LINE, channels.length));
}

function headOf(network: Network): HeadLine {
  const counts = { nodes: network.order, channels: network.size };
  return { format: 'millrace-network/1', attributes: networkAttributesToJson(network), counts };
}

type Columns = ChannelsLine['channels'];

// Written digit by digit, column after column.
function channelsLine(
  text: IntegerText,
  channels: ChannelColumns,
  tokens: ReadonlyMap<string, number>,
  first: number,
  end: number,
): string {
  const list = (name: keyof Columns, add: (row: number) => void): void => {
    text.add(`${name === 'source' ? '' : ','}"${name}":[`);
    for (let row = first; row < end; row += 1) {
      if (row > first) text.addComma();
      add(row);
    }
    text.add(']');
  };
  const amounts = (one: Amount, other: Amount): void => {
    text.addQuoted(one);
    text.addComma();
    text.addQuoted(other);
  };
  text.add('{"channels":{');
  list('source', (row) => text.addInteger(channels.node(row, 0)));
  list('target', (row) => text.addInteger(channels.node(row, 1)));
  list('token', (row) => text.addInteger(tokens.get(channels.token(row)) as number));
  list('identifier', (row) => text.addInteger(channels.identifier(row)));
  list('state', (row) => text.addInteger(channels.stateNumber(row)));
  list('settleTimeout', (row) => text.addInteger(channels.settleTimeout(row)));
  list('revealTimeout', (row) => {
    text.addInteger(channels.revealTimeout(row, 0));
    text.addComma();
    text.addInteger(channels.revealTimeout(row, 1));
  });
  list('totalDeposit', (row) => amounts(channels.totalDeposit(row, 0), channels.totalDeposit(row, 1)));
  list('totalWithdraw', (row) => amounts(channels.totalWithdraw(row, 0), channels.totalWithdraw(row, 1)));
  list('balance', (row) => amounts(channels.balance(row, 0), channels.balance(row, 1)));
  text.add('}}\n');
  return text.take();
}

/** The inverse of `networkLines`; throws an Error that says what is wrong with lines that are not its own. */
export function networkFromLines(lines: Iterable<string>): Network {
  let network: Network | undefined;
  let counts: HeadLine['counts'] = { nodes: 0, channels: 0 };
  let names: readonly string[] = [];
  for (const line of lines) {
    const read = JSON.parse(line) as HeadLine | NodesLine | ChannelsLine;
    if ('format' in read) {
      if (read.format !== 'millrace-network/1') throw new Error(`its format is ${String(read.format)}`);
      network = emptyNetworkFromJson(read.attributes);
      ({ counts } = read);
      continue;
    }
    if (network === undefined) throw new Error('its first line is missing');
    if ('nodes' in read) for (const node of read.nodes) addNodeFromJson(network, node);
    else {
      if (names.length !== network.order) names = network.nodes();
      addChannels(network, names, read.channels);
    }
  }
  if (network === undefined) throw new Error('it is empty');
  if (network.order !== counts.nodes || network.size !== counts.channels)
    throw new Error(
      `it has ${network.order} of ${counts.nodes} nodes, ${network.size} of ${counts.channels} channels`,
    );
  return network;
}

function addChannels(network: Network, names: readonly string[], columns: Columns): void {
  const tokens = network.getAttribute('tokens');
  for (let index = 0; index < columns.source.length; index += 1) {
    const { name: token } = item(tokens, item(columns.token, index));
    const identifier = item(columns.identifier, index);
    const pair = <T>(column: readonly T[]): PerEnd<T> => [
      item(column, 2 * index),
      item(column, 2 * index + 1),
    ];
    const amounts = (column: readonly string[]): PerEnd<bigint> => {
      const [first, second] = pair(column);
      return [BigInt(first), BigInt(second)];
    };
    const [source, target] = [columns.source, columns.target].map((ends) => item(names, item(ends, index)));
    network.addEdgeWithKey(channelKey(token, identifier), source, target, {
      identifier,
      token,
      state: item(CHANNEL_STATES, item(columns.state, index)),
      settleTimeout: item(columns.settleTimeout, index),
      revealTimeout: pair(columns.revealTimeout),
      totalDeposit: amounts(columns.totalDeposit),
      totalWithdraw: amounts(columns.totalWithdraw),
      balance: amounts(columns.balance),
    });
  }
}

function item<T>(items: readonly T[], index: number): T {
  const found = items[index];
  if (found === undefined) throw new Error(`a column of its channels has no item ${index}`);
  return found;
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
