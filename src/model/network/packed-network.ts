// oxlint-disable no-underscore-dangle -- graphology calls its own parts so.
import { MultiUndirectedGraph } from 'graphology';
import type { Amount } from './amount.ts';
import type { AmountColumn } from './amount-column.ts';
import { type AmountColumns, ChannelColumns, type UnfundedChannel } from './channel-columns.ts';
import {
  CHANNEL_STATES,
  type ChannelAttributes,
  channelKey,
  type Network,
  type NetworkAttributes,
  type NodeAttributes,
  type PerEnd,
} from './network.ts';

type Graph = MultiUndirectedGraph<NodeAttributes, ChannelAttributes, NetworkAttributes>;
type Visit = Parameters<Graph['forEachEdge']>[2];
type Listener = Parameters<Graph['on']>[1] & ((payload: object) => void);
type Entries = ReturnType<Graph['edgeEntries']>;

/** What graphology 0.26.0 keeps to itself, as far as it is replaced here. */
interface GraphParts {
  _nodes: ReadonlyMap<string, PackedNode>;
  _edges: EdgeMap;
  _undirectedSize: number;
  NodeDataClass: new (key: string, attributes: NodeAttributes) => PackedNode;
}

/** A node as graphology has it, with its place in the order of adding. */
interface PackedNode {
  readonly key: string;
  readonly attributes: NodeAttributes;
  readonly place: number;
  undirectedDegree: number;
}

/**
 * A graphology graph that keeps its channels in columns as long as they are only added and gone through. Whatever else
 * it is asked, from neighbours to a single attribute, makes it first what graphology would have made of it: an object
 * a channel and an index a node, ten times the memory and time.
 */
export class PackedNetwork extends MultiUndirectedGraph<
  NodeAttributes,
  ChannelAttributes,
  NetworkAttributes
> {
  readonly #nodes: PackedNode[] = [];
  // Absent once it is unfolded.
  #columns: ChannelColumns | undefined = new ChannelColumns();

  constructor() {
    super({ allowSelfLoops: false });
    const parts = this.#parts();
    parts.NodeDataClass = nodeClass(this.#nodes, () => this.#unfold());
    parts._edges = unfoldingMap({
      size: () => this.#columns?.length ?? 0,
      unfold: () => this.#unfold(),
      forget: () => this.#forget(),
    });
  }

  override addEdgeWithKey(
    key: unknown,
    source: unknown,
    target: unknown,
    channel?: ChannelAttributes,
  ): string {
    const first = this.#nodeNamed(source);
    const second = this.#nodeNamed(target);
    const isPackable =
      first !== undefined &&
      second !== undefined &&
      channel !== undefined &&
      key === channelKey(channel.token, channel.identifier) &&
      hasNothingElse(channel) &&
      this.addPacked([first.place, second.place], channel);
    if (isPackable) return key;
    // Anything else is for graphology to take or to refuse.
    this.#unfold();
    return super.addEdgeWithKey(key, source, target, channel);
  }

  override forEachEdge(visit: Visit): void;
  override forEachEdge(node: unknown, visit: Visit): void;
  override forEachEdge(source: unknown, target: unknown, visit: Visit): void;
  override forEachEdge(...args: readonly unknown[]): void {
    if (this.#columns === undefined || args.length > 1) {
      (super.forEachEdge as (...args: readonly unknown[]) => void).apply(this, [...args]);
      return;
    }
    const columns = this.#columns;
    const visit = args[0] as Visit;
    for (let row = 0; row < columns.length; row += 1) {
      const channel = columns.attributes(row);
      const source = this.#nodeAt(columns.node(row, 0));
      const target = this.#nodeAt(columns.node(row, 1));
      const key = channelKey(channel.token, channel.identifier);
      visit(key, channel, source.key, target.key, source.attributes, target.attributes, true);
    }
  }

  override edgeEntries(): Entries;
  override edgeEntries(node: unknown): Entries;
  override edgeEntries(source: unknown, target: unknown): Entries;
  override edgeEntries(...args: readonly unknown[]): Entries {
    if (this.#columns !== undefined && args.length === 0) return this.#packedEntries(this.#columns);
    return (super.edgeEntries as (...args: readonly unknown[]) => Entries).apply(this, [...args]);
  }

  /** Its channels while it is packed: whatever comes out of order unfolds it. */
  get columns(): ChannelColumns | undefined {
    return this.#columns;
  }

  /** Adds a channel between two nodes, by their places, if it can stay packed with it; false: nothing was added. */
  addPacked(between: PerEnd<number>, channel: ChannelAttributes): boolean {
    const columns = this.#columnsFor(between, channel);
    columns?.push(between, channel);
    return columns !== undefined;
  }

  /** The same for a channel whose ends have what stands in columns at `place` and right behind it. */
  addFunded(between: PerEnd<number>, channel: UnfundedChannel, funds: AmountColumns, place: number): boolean {
    const columns = this.#columnsFor(between, channel);
    columns?.pushFunded(between, channel, funds, place);
    return columns !== undefined;
  }

  /** Those that are to take a channel which is counted already; undefined: it cannot stay packed with it. */
  #columnsFor(between: PerEnd<number>, channel: UnfundedChannel): ChannelColumns | undefined {
    const columns = this.#columns;
    if (columns === undefined || between[0] === between[1] || !columns.comesNext(channel)) return undefined;
    if (this.listenerCount('edgeAdded') > 0) return undefined;
    this.#nodeAt(between[0]).undirectedDegree += 1;
    this.#nodeAt(between[1]).undirectedDegree += 1;
    this.#parts()._undirectedSize += 1;
    return columns;
  }

  *#packedEntries(columns: ChannelColumns): Entries {
    for (let row = 0; row < columns.length; row += 1) {
      const attributes = columns.attributes(row);
      const source = this.#nodeAt(columns.node(row, 0));
      const target = this.#nodeAt(columns.node(row, 1));
      yield {
        edge: channelKey(attributes.token, attributes.identifier),
        attributes,
        source: source.key,
        target: target.key,
        sourceAttributes: source.attributes,
        targetAttributes: target.attributes,
        undirected: true,
      };
    }
  }

  #nodeAt(place: number): PackedNode {
    return this.#nodes[place] as PackedNode;
  }

  #nodeNamed(name: unknown): PackedNode | undefined {
    return typeof name === 'string' ? this.#parts()._nodes.get(name) : undefined;
  }

  /** Makes an ordinary graph of it; returns its edges. */
  #unfold(): EdgeMap {
    const columns = this.#columns;
    if (columns === undefined) return this.#parts()._edges;
    this.#forget();
    for (const node of this.#nodes) node.undirectedDegree = 0;
    // Nobody hears of these channels a second time.
    const listeners = this.rawListeners('edgeAdded') as Listener[];
    this.removeAllListeners('edgeAdded');
    for (const { edge, attributes, source, target } of this.#packedEntries(columns))
      super.addEdgeWithKey(edge, source, target, { ...attributes });
    for (const listener of listeners) this.on('edgeAdded', listener);
    return this.#parts()._edges;
  }

  #forget(): void {
    this.#columns = undefined;
    const parts = this.#parts();
    parts._edges = new Map();
    parts._undirectedSize = 0;
  }

  #parts(): GraphParts {
    return this as unknown as GraphParts;
  }
}

// Columns have room for the attributes of a channel, and none for what else a graph may be given.
function hasNothingElse(channel: ChannelAttributes): boolean {
  return CHANNEL_STATES.includes(channel.state) && Object.keys(channel).length === ATTRIBUTES;
}

const ATTRIBUTES = 8;

/** What graphology makes nodes of: an index of neighbours exists once somebody looks into it. */
function nodeClass(nodes: PackedNode[], unfold: () => void): GraphParts['NodeDataClass'] {
  return class {
    readonly key: string;
    readonly attributes: NodeAttributes;
    readonly place: number;
    undirectedDegree = 0;
    undirectedLoops = 0;
    #neighbours: object | undefined;

    constructor(key: string, attributes: NodeAttributes) {
      this.key = key;
      this.attributes = attributes;
      this.place = nodes.push(this) - 1;
    }

    get undirected(): object {
      unfold();
      return (this.#neighbours ??= {});
    }

    clear(): void {
      this.undirectedDegree = 0;
      this.undirectedLoops = 0;
      this.#neighbours = undefined;
    }
  };
}

/** What graphology asks of its map of edges. */
type EdgeMap = Pick<
  Map<string, unknown>,
  'size' | 'get' | 'has' | 'set' | 'delete' | 'clear' | 'forEach' | 'values' | 'keys'
>;

/** A map that is filled when somebody first looks into it; its size is known before. */
function unfoldingMap(of: {
  readonly size: () => number;
  readonly unfold: () => EdgeMap;
  readonly forget: () => void;
}): EdgeMap {
  return {
    get size() {
      return of.size();
    },
    get: (key) => of.unfold().get(key),
    has: (key) => of.unfold().has(key),
    set: (key, edge) => of.unfold().set(key, edge),
    delete: (key) => of.unfold().delete(key),
    clear: of.forget,
    keys: () => of.unfold().keys(),
    forEach: (visit) => of.unfold().forEach(visit),
    values: () => of.unfold().values(),
  };
}

/**
 * The channels of a network in columns, in its order; nodes are numbered in the order of `nodes()`. Those of a packed
 * network are its own, and to be read only.
 */
export function channelsOf(network: Network): ChannelColumns {
  const own = network instanceof PackedNetwork ? network.columns : undefined;
  if (own !== undefined) return own;
  const places = new Map(network.nodes().map((name, place) => [name, place]));
  const columns = new ChannelColumns();
  for (const { attributes, source, target } of network.edgeEntries())
    columns.push([places.get(source) as number, places.get(target) as number], attributes);
  return columns;
}

/** Adds channels between nodes that are numbered in the order of `nodes()`, which must stay as they are. */
export function channelAdder(
  network: Network,
): (between: PerEnd<number>, channel: ChannelAttributes) => void {
  const names = network.nodes();
  return (between, channel) => {
    if (network instanceof PackedNetwork && network.addPacked(between, channel)) return;
    const key = channelKey(channel.token, channel.identifier);
    network.addEdgeWithKey(key, names[between[0]], names[between[1]], channel);
  };
}

/** As `channelAdder`, for channels whose ends have what stands in columns at `place` and right behind it. */
export function fundedChannelAdder(
  network: Network,
  funds: AmountColumns,
): (between: PerEnd<number>, channel: UnfundedChannel, place: number) => void {
  const add = channelAdder(network);
  const pair = (of: AmountColumn, at: number): PerEnd<Amount> => [of.at(at), of.at(at + 1)];
  return (between, channel, place) => {
    if (network instanceof PackedNetwork && network.addFunded(between, channel, funds, place)) return;
    add(between, {
      ...channel,
      totalDeposit: pair(funds.totalDeposit, place),
      totalWithdraw: pair(funds.totalWithdraw, place),
      balance: pair(funds.balance, place),
    });
  };
}

/** True for networks that are known to hold the channels of each token in the order of their identifiers. */
export function isInOrder(network: Network): boolean {
  return network instanceof PackedNetwork && network.columns !== undefined;
}
