import { ChannelColumns, type ColumnsPart } from './channel-columns.ts';
import { channelsOf, withChannels } from './channels-on-demand.ts';
import { CHANNEL_STATES, type Network, type NodeAttributes, type NodeName, type PerEnd } from './network.ts';
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
 * Nodes and channels keep their order, so equal networks give equal lines. With a `base`, a line leaves out whatever is
 * the same in the line of the base at its place.
 */
export function* networkLines(network: Network, base?: Network): Generator<string> {
  const counts = { nodes: network.order, channels: network.size };
  const attributes = networkAttributesToJson(network);
  yield lineOf({ format: 'millrace-network/1', attributes, counts } satisfies HeadLine);
  const names = network.nodes();
  const namesBefore = base?.nodes();
  // Channels stand at the same places only behind as many nodes.
  const before = namesBefore && isSame(names, namesBefore) ? base : undefined;
  yield* nodeLines(network, names, before);
  yield* channelLines(network, before);
}

function* nodeLines(
  network: Network,
  names: readonly NodeName[],
  base: Network | undefined,
): Generator<string> {
  const write = nodeWriter();
  const isAsBefore = (name: NodeName): boolean =>
    base !== undefined && isSameNode(network.getNodeAttributes(name), base.getNodeAttributes(name));
  for (let first = 0; first < names.length; first += PER_LINE) {
    const nodes = names.slice(first, first + PER_LINE);
    yield nodes.every(isAsBefore)
      ? lineOf({})
      : lineOf({
          nodes: nodes.map((name) => write(name, network.getNodeAttributes(name))),
        } satisfies NodesLine);
  }
}

function isSameNode(one: NodeAttributes, other: NodeAttributes): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as ReadonlySet<keyof NodeAttributes>;
  return [...names].every((name) => one[name] === other[name]);
}

// Column after column, because most columns have one number all along, which compresses to nothing.
function* channelLines(network: Network, base: Network | undefined): Generator<string> {
  const channels = columnsOf(network);
  const before = base && columnsOf(base);
  for (let first = 0; first < network.size; first += PER_LINE) {
    const columnsBefore = before?.(first);
    const changed = Object.entries(channels(first)).filter(
      ([name, items]) => columnsBefore === undefined || !isSame(items, columnsBefore[name as keyof Columns]),
    );
    const texts = new Map<string, { readonly items: Items; readonly text: string }>();
    for (const [name, items] of changed) {
      const quote = AMOUNTS.has(name) ? '"' : '';
      // Most channels hold what was deposited, and amounts take longest to write.
      const deposited = name === 'balance' ? texts.get('totalDeposit') : undefined;
      const isDeposited = deposited !== undefined && isSame(items, deposited.items);
      const text = isDeposited ? deposited.text : `${quote}${items.join(`${quote},${quote}`)}${quote}`;
      texts.set(name, { items, text });
    }
    const columns = Array.from(texts, ([name, { text }]) => `"${name}":[${text}]`);
    yield columns.length === 0 ? lineOf({}) : `{"channels":{${columns.join(',')}}}\n`;
  }
}

const AMOUNTS: ReadonlySet<string> = new Set<keyof Columns>(['totalDeposit', 'totalWithdraw', 'balance']);

/** Gives the columns of a line by its first channel; tokens are numbered as in the network's attributes. */
function columnsOf(network: Network): (first: number) => ColumnsPart {
  const channels = channelsOf(network);
  const tokens = network.getAttribute('tokens').map(({ name }) => name);
  const places = channels.tokens.map((name) => tokens.indexOf(name));
  return (first) => {
    const part = channels.part(first, Math.min(first + PER_LINE, channels.length));
    return { ...part, token: part.token.map((token) => places[token] as number) };
  };
}

function isSame(one: Items, other: Items): boolean {
  if (ArrayBuffer.isView(one) && ArrayBuffer.isView(other)) return bytesOf(one).equals(bytesOf(other));
  return one.length === other.length && (one as readonly unknown[]).every((value, at) => value === other[at]);
}

type Items = ArrayLike<unknown>;

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * The network that these lines, made by `networkLines`, describe; `base` has those of its base. Throws an Error that says
 * what is wrong with lines that are not its own.
 */
export function networkFromLines(lines: Iterable<string>, base: Iterable<string> = []): Network {
  const linesBefore = base[Symbol.iterator]();
  let network: Network | undefined;
  let counts: HeadLine['counts'] = { nodes: 0, channels: 0 };
  const channels = new ChannelColumns();
  for (const line of lines) {
    const read = completed(line, linesBefore.next().value);
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

// A line takes what it leaves out from the line of the base at its place.
function completed(line: string, base: string | undefined): HeadLine | NodesLine | ChannelsLine {
  const read = JSON.parse(line) as HeadLine | NodesLine | ChannelsLine;
  if (base === undefined || 'format' in read || 'nodes' in read) return read;
  const before = JSON.parse(base) as NodesLine | ChannelsLine;
  if (!('channels' in read)) return before;
  return 'channels' in before ? { channels: { ...before.channels, ...read.channels } } : read;
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
