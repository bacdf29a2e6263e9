import { ChannelColumns } from './channel-columns.ts';
import { channelsOf, withChannels } from './channels-on-demand.ts';
import { CHANNEL_STATES, type Network, type PerEnd } from './network.ts';
import {
  addNodeFromJson,
  emptyNetworkFromJson,
  networkAttributesToJson,
  type NetworkJson,
  type NodeJson,
  nodeWriter,
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

type Columns = ChannelsLine['channels'];

/**
 * A network as lines of JSON, each with its line break, for networks that one text of it all would be too large for.
 * Nodes and channels keep their order, so equal networks give equal lines.
 */
export function* networkLines(network: Network): Generator<string> {
  const counts = { nodes: network.order, channels: network.size };
  const attributes = networkAttributesToJson(network);
  yield lineOf({ format: 'millrace-network/1', attributes, counts } satisfies HeadLine);
  const write = nodeWriter();
  const names = network.nodes();
  for (let first = 0; first < names.length; first += PER_LINE) {
    const nodes = names.slice(first, first + PER_LINE);
    yield lineOf({
      nodes: nodes.map((name) => write(name, network.getNodeAttributes(name))),
    } satisfies NodesLine);
  }
  yield* channelLines(network);
}

const ENDS = [0, 1] as const;
const AMOUNTS = ['totalDeposit', 'totalWithdraw', 'balance'] as const;

// Column after column, because most columns have one number all along, which compresses to nothing.
function* channelLines(network: Network): Generator<string> {
  const tokens = network.getAttribute('tokens').map(({ name }) => name);
  const all = channelsOf(network);
  let channels = noChannels();
  for (let row = 0; row < all.length; row += 1) {
    channels.source.push(all.node(row, 0));
    channels.target.push(all.node(row, 1));
    channels.token.push(tokens.indexOf(all.token(row)));
    channels.identifier.push(all.identifier(row));
    channels.state.push(CHANNEL_STATES.indexOf(all.state(row)));
    channels.settleTimeout.push(all.settleTimeout(row));
    for (const end of ENDS) {
      channels.revealTimeout.push(all.revealTimeout(row, end));
      for (const amount of AMOUNTS) channels[amount].push(all.amountText(amount, row, end));
    }
    if (channels.source.length < PER_LINE) continue;
    yield lineOf({ channels } satisfies ChannelsLine);
    channels = noChannels();
  }
  if (channels.source.length > 0) yield lineOf({ channels } satisfies ChannelsLine);
}

function noChannels(): Columns {
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

/** The network that these lines, made by `networkLines`, describe; throws an Error that says what is wrong with lines that are not its own. */
export function networkFromLines(lines: Iterable<string>): Network {
  let network: Network | undefined;
  let counts: HeadLine['counts'] = { nodes: 0, channels: 0 };
  const channels = new ChannelColumns();
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
    else addRows(channels, read.channels, network);
  }
  if (network === undefined) throw new Error('it is empty');
  if (network.order !== counts.nodes || channels.length !== counts.channels)
    throw new Error(
      `it has ${network.order} of ${counts.nodes} nodes, ${channels.length} of ${counts.channels} channels`,
    );
  return withChannels(network, channels);
}

function addRows(channels: ChannelColumns, columns: Columns, network: Network): void {
  const tokens = network.getAttribute('tokens');
  for (let index = 0; index < columns.source.length; index += 1) {
    const pair = <T>(column: readonly T[]): PerEnd<T> => [
      item(column, 2 * index),
      item(column, 2 * index + 1),
    ];
    const amounts = (column: readonly string[]): PerEnd<bigint> => {
      const [first, second] = pair(column);
      return [BigInt(first), BigInt(second)];
    };
    const between = [item(columns.source, index), item(columns.target, index)] as const;
    if (Math.max(...between) >= network.order) throw new Error(`it has no node ${Math.max(...between)}`);
    channels.push(between, {
      identifier: item(columns.identifier, index),
      token: item(tokens, item(columns.token, index)).name,
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
  const itemThere = items[index];
  if (itemThere === undefined) throw new Error(`a column of its channels has no item ${index}`);
  return itemThere;
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
