import { CHANNEL_STATES, type ChannelAttributes, channelKey, type Network, type PerEnd } from './network.ts';
import {
  addNodeFromJson,
  emptyNetworkFromJson,
  networkAttributesToJson,
  type NetworkJson,
  type NodeJson,
  nodeToJson,
} from './network-json.ts';

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
  const numbers = new Map<string, number>();
  let nodes: NodeJson[] = [];
  for (const { node, attributes } of network.nodeEntries()) {
    numbers.set(node, numbers.size);
    nodes.push(nodeToJson(node, attributes));
    if (nodes.length < PER_LINE) continue;
    yield lineOf({ nodes } satisfies NodesLine);
    nodes = [];
  }
  if (nodes.length > 0) yield lineOf({ nodes } satisfies NodesLine);
  const tokens = new Map(network.getAttribute('tokens').map(({ name }, index) => [name, index]));
  let columns = emptyColumns();
  for (const { source, target, attributes } of network.edgeEntries()) {
    columns.source.push(numbers.get(source) as number);
    columns.target.push(numbers.get(target) as number);
    columns.token.push(tokens.get(attributes.token) as number);
    addTerms(columns, attributes);
    if (columns.source.length < PER_LINE) continue;
    yield lineOf({ channels: columns } satisfies ChannelsLine);
    columns = emptyColumns();
  }
  if (columns.source.length > 0) yield lineOf({ channels: columns } satisfies ChannelsLine);
}

function headOf(network: Network): HeadLine {
  const counts = { nodes: network.order, channels: network.size };
  return { format: 'millrace-network/1', attributes: networkAttributesToJson(network), counts };
}

type Columns = ChannelsLine['channels'];

function emptyColumns(): Columns {
  return {
    source: [],
    target: [],
    token: [],
    identifier: [],
    state: [],
    settleTimeout: [],
    revealTimeout: [],
    totalDeposit: [],
    totalWithdraw: [],
    balance: [],
  };
}

function addTerms(columns: Columns, channel: ChannelAttributes): void {
  columns.identifier.push(channel.identifier);
  columns.state.push(CHANNEL_STATES.indexOf(channel.state));
  columns.settleTimeout.push(channel.settleTimeout);
  columns.revealTimeout.push(channel.revealTimeout[0], channel.revealTimeout[1]);
  columns.totalDeposit.push(String(channel.totalDeposit[0]), String(channel.totalDeposit[1]));
  columns.totalWithdraw.push(String(channel.totalWithdraw[0]), String(channel.totalWithdraw[1]));
  columns.balance.push(String(channel.balance[0]), String(channel.balance[1]));
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
