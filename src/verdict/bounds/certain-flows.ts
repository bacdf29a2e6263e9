import { type Amount, smaller } from '../../model/network/amount.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import { gather } from '../../model/gather.ts';
import type { PayRequest } from '../../model/run/operation.ts';
import { bridgesOf, type Neighbour } from './bridges.ts';

/**
 * The hops of a payment that are certain, whatever route its nodes choose. Nodes do not tell over REST, but
 * every payment must cross the channels that alone connect two parts of the network, and between two of these
 * whatever one node pays into a part another gets out of it.
 */
export class CertainFlows {
  /** By `BalanceIndex`: what a channel end has, or all a node has within one part. */
  readonly balances: readonly CertainBalance[];
  /** By `PartIndex`: parts with several ways through. */
  readonly parts: readonly CertainPart[];
  readonly #forests = new Map<TokenName, Forest>();

  /** Finds the channels without a way around, by token, and the parts between them. */
  constructor(network: Network) {
    const inNetwork: Found = { balances: [], parts: [] };
    ({ balances: this.balances, parts: this.parts } = inNetwork);
    for (const { name } of network.getAttribute('tokens'))
      this.#forests.set(name, new Forest(network, name, inNetwork));
  }

  /** The hops every payment between the two makes; `undefined`: no open channels lead there. */
  hops({ token, node, target }: PaymentEnds): readonly CertainHop[] | undefined {
    return this.#forests.get(token)?.hops(node, target);
  }
}

/** Between which nodes a payment goes. */
export type PaymentEnds = Pick<PayRequest, 'token' | 'node' | 'target'>;

interface Found {
  readonly balances: CertainBalance[];
  readonly parts: CertainPart[];
}

declare const TAKE: unique symbol;
declare const BALANCE: unique symbol;
declare const PART: unique symbol;

/** Numbers what a payment may take from: first all balances, then all parts. */
export type TakeIndex = number & { readonly [TAKE]: true };
export type BalanceIndex = TakeIndex & { readonly [BALANCE]: true };
export type PartIndex = number & { readonly [PART]: true };

/** From one balance to another: over one channel, or through a part of the network in one of several ways. */
export type CertainHop = { readonly from: BalanceIndex; readonly to: BalanceIndex } & (
  | { readonly kind: 'channel' }
  | { readonly kind: 'part'; readonly part: PartIndex }
);

/** The properties that all channels of a part of the network share. */
export interface CertainPart {
  readonly nodes: number;
  /** The least any end has. */
  readonly least: Amount;
  readonly reveal: number | 'differs';
  /** The shortest. */
  readonly settle: number;
  /** True when all its nodes are. */
  readonly isOn: boolean;
}

/** The balance of one end of a channel, or of one node in all its channels of a part. */
export type CertainBalance = {
  readonly owner: NodeName;
  /** Both balances of a channel have the same purse, and all balances of one part. */
  readonly purse: string;
  readonly before: Amount;
} & (
  | { readonly kind: 'part'; readonly token: TokenName; readonly part: PartIndex }
  | {
      readonly kind: 'channel';
      /** Edge key. */
      readonly channel: string;
      readonly reveal: number;
      readonly settle: number;
    }
);

/** Nodes with several ways to each other, or one on its own. Parts of a tree lead to its root by single channels. */
interface Part {
  /** Parts of different trees are not connected. */
  readonly tree: number;
  readonly depth: number;
  /** Absent for a node on its own. */
  certain?: PartIndex;
  /** The balance of each node in all channels of the part. */
  readonly within: Map<NodeName, BalanceIndex>;
  /** The channel without a way around that leads to the parent part; absent at the root. */
  readonly up?: {
    readonly part: Part;
    readonly inner: NodeName;
    readonly outer: NodeName;
    /** Balances of its inner and outer end. */
    readonly ends: readonly [BalanceIndex, BalanceIndex];
  };
}

interface ChannelEnd {
  readonly balance: Amount;
  readonly reveal: number;
  readonly settle: number;
}

class Forest {
  readonly #network: Network;
  readonly #token: TokenName;
  readonly #found: Found;
  readonly #neighbours = new Map<NodeName, Neighbour[]>();
  readonly #partOf = new Map<NodeName, Part>();

  constructor(network: Network, token: TokenName, found: Found) {
    this.#network = network;
    this.#token = token;
    this.#found = found;
    network.forEachEdge((channel, { token: of, state }, first, second) => {
      if (of !== token || state !== 'opened') return;
      gather(this.#neighbours, first, { channel, node: second });
      gather(this.#neighbours, second, { channel, node: first });
    });
    const bridges = bridgesOf(this.#neighbours);
    let tree = 0;
    for (const start of this.#neighbours.keys()) {
      if (this.#partOf.has(start)) continue;
      this.#grow(start, tree, bridges);
      tree += 1;
    }
  }

  // Both ends climb towards the root until they stand in one part.
  hops(node: NodeName, target: NodeName): readonly CertainHop[] | undefined {
    let [low, high] = [this.#partOf.get(node), this.#partOf.get(target)];
    if (low === undefined || high === undefined || low.tree !== high.tree) return undefined;
    let [from, to] = [node, target];
    const rising: CertainHop[] = [];
    const falling: CertainHop[] = [];
    while (low !== high) {
      const isLow: boolean = low.depth >= high.depth;
      const up: NonNullable<Part['up']> = (isLow ? low : high).up as NonNullable<Part['up']>;
      const [inner, outer] = up.ends;
      if (isLow) {
        rising.push(...through(low, from, up.inner), { kind: 'channel', from: inner, to: outer });
        [low, from] = [up.part, up.outer];
      } else {
        falling.push(...through(high, up.inner, to), { kind: 'channel', from: outer, to: inner });
        [high, to] = [up.part, up.outer];
      }
    }
    return [...rising, ...through(low, from, to), ...falling.toReversed()];
  }

  /** Divides all that is connected with a node into parts. */
  #grow(start: NodeName, tree: number, bridges: ReadonlySet<string>): void {
    const open: { readonly node: NodeName; readonly part: Part }[] = [
      { node: start, part: { tree, depth: 0, within: new Map() } },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { part } = next;
      const nodes = this.#fill(next.node, part, bridges);
      if (nodes.length > 1) part.certain = this.#addPart(part, nodes);
      for (const outer of nodes) {
        for (const { channel, node: inner } of this.#near(outer)) {
          if (!bridges.has(channel) || this.#partOf.has(inner)) continue;
          const ends = [this.#addEnd(channel, inner), this.#addEnd(channel, outer)] as const;
          const up = { part, inner, outer, ends };
          open.push({ node: inner, part: { tree, depth: part.depth + 1, within: new Map(), up } });
        }
      }
    }
  }

  /** All nodes of one part, which get their place. */
  #fill(start: NodeName, part: Part, bridges: ReadonlySet<string>): readonly NodeName[] {
    const nodes = [start];
    this.#partOf.set(start, part);
    for (const node of nodes) {
      for (const { channel, node: other } of this.#near(node)) {
        if (bridges.has(channel) || this.#partOf.has(other)) continue;
        this.#partOf.set(other, part);
        nodes.push(other);
      }
    }
    return nodes;
  }

  #addPart(part: Part, nodes: readonly NodeName[]): PartIndex {
    const token = this.#token;
    const index = this.#found.parts.length as PartIndex;
    const all: ChannelEnd[] = [];
    for (const owner of nodes) {
      const ends = this.#near(owner).flatMap(({ channel, node }) =>
        this.#partOf.get(node) === part ? [this.#endOf(channel, owner)] : [],
      );
      all.push(...ends);
      const purse = `${owner}'s channels of ${token} with several ways through`;
      const before = ends.reduce((sum, { balance }) => sum + balance, 0n);
      part.within.set(owner, this.#add({ kind: 'part', token, part: index, owner, purse, before }));
    }
    const [first] = all;
    const described: CertainPart = {
      nodes: nodes.length,
      least: all.map(({ balance }) => balance).reduce(smaller, first?.balance ?? 0n),
      reveal: first && all.every(({ reveal }) => reveal === first.reveal) ? first.reveal : 'differs',
      settle: all.reduce((least, { settle }) => Math.min(least, settle), Number.POSITIVE_INFINITY),
      isOn: nodes.every((node) => this.#network.getNodeAttribute(node, 'online')),
    };
    this.#found.parts.push(described);
    return index;
  }

  #addEnd(channel: string, owner: NodeName): BalanceIndex {
    const { balance: before, reveal, settle } = this.#endOf(channel, owner);
    return this.#add({
      kind: 'channel',
      owner,
      purse: `channel ${channel}`,
      channel,
      before,
      reveal,
      settle,
    });
  }

  #add(balance: CertainBalance): BalanceIndex {
    return (this.#found.balances.push(balance) - 1) as BalanceIndex;
  }

  #endOf(channel: string, owner: NodeName): ChannelEnd {
    const { balance, revealTimeout, settleTimeout: settle } = this.#network.getEdgeAttributes(channel);
    const side = this.#network.source(channel) === owner ? 0 : 1;
    return { balance: balance[side], reveal: revealTimeout[side], settle };
  }

  #near(node: NodeName): readonly Neighbour[] {
    return this.#neighbours.get(node) ?? [];
  }
}

function through({ certain: part, within }: Part, owner: NodeName, other: NodeName): readonly CertainHop[] {
  const [from, to] = [within.get(owner), within.get(other)];
  if (owner === other || part === undefined || from === undefined || to === undefined) return [];
  return [{ kind: 'part', from, to, part }];
}
