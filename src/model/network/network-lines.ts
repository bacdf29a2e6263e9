import type { ChannelColumns } from './channel-columns.ts';
import {
  CHANNEL_STATES,
  channelKey,
  type Network,
  type NodeAttributes,
  type NodeName,
  type PerEnd,
} from './network.ts';
import {
  addNodeFromJson,
  emptyNetworkFromJson,
  networkAttributesToJson,
  type NetworkJson,
  type NodeJson,
  nodeWriter,
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

/** A part of the lines of a network: one after the other they are its lines, each with the end that belongs to it. */
export interface LinesPart {
  /** What its text is made from: where that is the same, so is the text. */
  readonly from: () => readonly unknown[];
  readonly text: () => string;
  /** True for digits that are as good as random: who looks for repetitions in them finds none. */
  readonly isRandom: boolean;
}

/**
 * A network as lines of JSON, for networks that one text of it all would be too large for: a part is made when it is
 * asked for. Nodes and channels keep their order, so equal networks give equal lines.
 */
export function* networkParts(network: Network): Generator<LinesPart> {
  const head = lineOf(headOf(network));
  yield { from: () => [head], text: () => head, isRandom: false };
  const nodes = network.mapNodes((name, attributes) => ({ name, attributes }));
  for (let first = 0; first < nodes.length; first += PER_LINE)
    yield nodesPart(nodes.slice(first, first + PER_LINE));
  const channels = channelsOf(network);
  const tokens = network.getAttribute('tokens').map(({ name }) => name);
  for (let first = 0; first < channels.length; first += PER_LINE)
    yield* channelsParts(channels, tokens, first, Math.min(first + PER_LINE, channels.length));
}

function headOf(network: Network): HeadLine {
  const counts = { nodes: network.order, channels: network.size };
  return { format: 'millrace-network/1', attributes: networkAttributesToJson(network), counts };
}

function nodesPart(
  nodes: readonly { readonly name: NodeName; readonly attributes: NodeAttributes }[],
): LinesPart {
  return {
    from: () =>
      nodes.flatMap(({ name, attributes: { address, online, alias, fees, timeouts } }) => [
        name,
        address,
        online,
        alias,
        fees,
        timeouts,
      ]),
    text: () => {
      const write = nodeWriter();
      return lineOf({
        nodes: nodes.map(({ name, attributes }) => write(name, attributes)),
      } satisfies NodesLine);
    },
    isRandom: false,
  };
}

// Column after column, because most columns have one number all along, or no order that compression could find.
function* channelsParts(
  channels: ChannelColumns,
  tokens: readonly string[],
  first: number,
  end: number,
): Generator<LinesPart> {
  const numbers = (name: Exclude<Parameters<ChannelColumns['numbers']>[0], 'token'>): Column => [
    name,
    channels.numbers(name, first, end),
  ];
  const amounts = (name: Parameters<ChannelColumns['amounts']>[0]): Column => [
    name,
    channels.amounts(name, first, end),
  ];
  const places = channels.tokens.map((name) => tokens.indexOf(name));
  const ofTokens = channels.numbers('token', first, end).map((token) => places[token] as number);
  const terms = [
    numbers('source'),
    numbers('target'),
    ['token', ofTokens] as const,
    numbers('identifier'),
    numbers('state'),
    numbers('settleTimeout'),
    numbers('revealTimeout'),
  ];
  const text = ([name, items]: Column, quote: string): string =>
    `"${name}":[${quote}${items.join(`${quote},${quote}`)}${quote}]`;
  const part = (columns: readonly Column[], made: () => string, isRandom = false): LinesPart => ({
    from: () => columns.map(([, items]) => items),
    text: made,
    isRandom,
  });
  yield part(terms, () => `{"channels":{${terms.map((column) => text(column, '')).join(',')}`);
  const [deposits, withdrawn] = [amounts('totalDeposit'), amounts('totalWithdraw')];
  yield part([deposits], () => `,${text(deposits, '"')}`, areAllOver(deposits));
  yield part([withdrawn], () => `,${text(withdrawn, '"')}`);
  const balances = amounts('balance');
  yield part([balances], () => `,${text(balances, '"')}}}\n`, areAllOver(balances));
}

// Enough to tell drawn amounts from those of channels that are all funded alike.
const LOOKED_AT = 64;

/** True for a column of which hardly two items are the same. */
function areAllOver([, items]: Column): boolean {
  const first = items.slice(0, LOOKED_AT);
  return new Set(first).size > first.length / 2;
}

/** A column with its name in the file. */
type Column = readonly [
  keyof Columns,
  {
    join(separator: string): string;
    slice(from: number, to: number): ArrayLike<unknown> & Iterable<unknown>;
  },
];

type Columns = ChannelsLine['channels'];

/** The network that these lines, made by `networkParts`, describe; throws an Error that says what is wrong with lines that are not its own. */
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
