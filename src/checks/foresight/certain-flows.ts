import type { Amount } from '../../model/network/amount.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import { bridgesOf, type Neighbour } from './bridges.ts';

/**
 * What is certain about the way of a payment, whatever route its nodes choose. Nodes do not tell over REST, but
 * every payment must cross the channels that alone connect two parts of the network, and between two of these
 * whatever one node pays into a part another gets out of it.
 */
export interface CertainFlows {
  /** Balances by number: what a channel end has, or all a node has within one part. */
  readonly balances: readonly CertainBalance[];
  /** Parts with several ways through, by number. */
  readonly parts: readonly CertainPart[];
  /** The hops every payment between the two makes; `undefined`: no open channels lead there. */
  hops(payment: {
    readonly token: TokenName;
    readonly node: NodeName;
    readonly target: NodeName;
  }): readonly CertainHop[] | undefined;
}

/** From one balance to another, by number. */
export interface CertainHop {
  readonly from: number;
  readonly to: number;
  /** True for one channel; false for a part of the network with several ways through. */
  readonly isChannel: boolean;
  /** Of `CertainFlows.parts`; absent for a channel. */
  readonly part?: number;
}

/** What holds for every channel of a part of the network. */
export interface CertainPart {
  readonly nodes: number;
  /** The least any end has. */
  readonly least: Amount;
  /** NaN where channels differ. */
  readonly reveal: number;
  /** The shortest. */
  readonly settle: number;
  /** True when all its nodes are. */
  readonly isOn: boolean;
}

export interface CertainBalance {
  readonly owner: NodeName;
  /** Both balances of a channel have the same purse, and all balances of one part. */
  readonly purse: string;
  readonly isChannel: boolean;
  /** Edge key of the channel; empty for a part of the network. */
  readonly channel: string;
  readonly before: Amount;
  /** Channels only. */
  readonly reveal: number;
  readonly settle: number;
}

/** Finds the channels without a way around, by token, and the parts between them. */
export function certainFlows(network: Network): CertainFlows {
  const balances: CertainBalance[] = [];
  const parts: CertainPart[] = [];
  const forests = new Map<TokenName, Forest>();
  for (const { name } of network.getAttribute('tokens'))
    forests.set(name, new Forest(network, name, { balances, parts }));
  return { balances, parts, hops: ({ token, node, target }) => forests.get(token)?.hops(node, target) };
}

/** What a node knows of its place: its part, and the channel that alone leads towards the root of its tree. */
interface Place {
  readonly part: number;
  readonly node: NodeName;
}

interface Part {
  readonly root: number;
  readonly depth: number;
  /** Of `CertainFlows.parts`; absent for a node on its own. */
  certain?: number;
  /** The channel without a way around that leads to the parent part; absent at the root. */
  readonly up?: {
    readonly part: number;
    readonly inner: NodeName;
    readonly outer: NodeName;
    /** Balances of its inner and outer end. */
    readonly ends: readonly [number, number];
  };
}

class Forest {
  readonly #network: Network;
  readonly #token: TokenName;
  readonly #balances: CertainBalance[];
  readonly #certainParts: CertainPart[];
  readonly #neighbours = new Map<NodeName, Neighbour[]>();
  readonly #places = new Map<NodeName, number>();
  readonly #parts: Part[] = [];
  readonly #within = new Map<string, number>();

  constructor(
    network: Network,
    token: TokenName,
    { balances, parts }: { readonly balances: CertainBalance[]; readonly parts: CertainPart[] },
  ) {
    this.#network = network;
    this.#token = token;
    this.#balances = balances;
    this.#certainParts = parts;
    network.forEachEdge((channel, { token: of, state }, first, second) => {
      if (of !== token || state !== 'opened') return;
      this.#near(first).push({ channel, node: second });
      this.#near(second).push({ channel, node: first });
    });
    this.#divide(bridgesOf(this.#neighbours));
  }

  hops(node: NodeName, target: NodeName): readonly CertainHop[] | undefined {
    const [from, to] = [this.#places.get(node), this.#places.get(target)];
    if (from === undefined || to === undefined || this.#part(from).root !== this.#part(to).root)
      return undefined;
    let [low, high]: [Place, Place] = [
      { part: from, node },
      { part: to, node: target },
    ];
    const rising: CertainHop[] = [];
    const falling: CertainHop[] = [];
    while (low.part !== high.part) {
      const isLow = this.#part(low.part).depth >= this.#part(high.part).depth;
      const { part, node: at } = isLow ? low : high;
      const up = this.#part(part).up as NonNullable<Part['up']>;
      const [inner, outer] = up.ends;
      if (isLow) {
        rising.push(...this.#through(part, at, up.inner), { from: inner, to: outer, isChannel: true });
        low = { part: up.part, node: up.outer };
      } else {
        falling.push(...this.#through(part, up.inner, at), { from: outer, to: inner, isChannel: true });
        high = { part: up.part, node: up.outer };
      }
    }
    return [...rising, ...this.#through(low.part, low.node, high.node), ...falling.toReversed()];
  }

  #through(part: number, from: NodeName, to: NodeName): readonly CertainHop[] {
    if (from === to) return [];
    const { certain } = this.#part(part);
    return [
      {
        from: this.#balanceWithin(part, from),
        to: this.#balanceWithin(part, to),
        isChannel: false,
        ...(certain === undefined ? {} : { part: certain }),
      },
    ];
  }

  /** What a node has in all channels of its part. */
  #balanceWithin(part: number, owner: NodeName): number {
    const key = `${part} ${owner}`;
    const known = this.#within.get(key);
    if (known !== undefined) return known;
    let before = 0n;
    for (const { channel, node } of this.#near(owner)) {
      if (this.#places.get(node) === part) before += this.#balanceOf(channel, owner);
    }
    const purse = `${owner}'s channels of ${this.#token} with several ways through`;
    const number =
      this.#balances.push({ owner, purse, isChannel: false, channel: '', before, reveal: 0, settle: 0 }) - 1;
    this.#within.set(key, number);
    return number;
  }

  #divide(bridges: ReadonlySet<string>): void {
    for (const start of this.#neighbours.keys()) {
      if (this.#places.has(start)) continue;
      const root = this.#parts.length;
      const open: { readonly node: NodeName; readonly part: Part }[] = [
        { node: start, part: { root, depth: 0 } },
      ];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const number = this.#parts.push(next.part) - 1;
        const nodes = this.#fill(next.node, number, bridges);
        if (nodes.length > 1) {
          for (const node of nodes) this.#balanceWithin(number, node);
          next.part.certain = this.#certainParts.push(this.#describe(number, nodes)) - 1;
        }
        for (const node of nodes) {
          for (const { channel, node: outside } of this.#near(node)) {
            if (!bridges.has(channel) || this.#places.has(outside)) continue;
            const ends: readonly [number, number] = [
              this.#addEnd(channel, outside),
              this.#addEnd(channel, node),
            ];
            const up = { part: number, inner: outside, outer: node, ends };
            open.push({ node: outside, part: { root, depth: next.part.depth + 1, up } });
          }
        }
      }
    }
  }

  /** All nodes of one part, which get their place. */
  #fill(start: NodeName, part: number, bridges: ReadonlySet<string>): readonly NodeName[] {
    const nodes = [start];
    this.#places.set(start, part);
    for (const node of nodes) {
      for (const { channel, node: other } of this.#near(node)) {
        if (bridges.has(channel) || this.#places.has(other)) continue;
        this.#places.set(other, part);
        nodes.push(other);
      }
    }
    return nodes;
  }

  #describe(part: number, nodes: readonly NodeName[]): CertainPart {
    const ends = nodes.flatMap((owner) =>
      this.#near(owner)
        .filter(({ node }) => this.#places.get(node) === part)
        .map(({ channel }) => ({
          ...this.#network.getEdgeAttributes(channel),
          own: this.#balanceOf(channel, owner),
        })),
    );
    const reveal = ends[0]?.revealTimeout ?? Number.NaN;
    return {
      nodes: nodes.length,
      least: ends.reduce((least, { own }) => (own < least ? own : least), ends[0]?.own ?? 0n),
      reveal: ends.every(({ revealTimeout }) => revealTimeout === reveal) ? reveal : Number.NaN,
      settle: ends.reduce(
        (least, { settleTimeout }) => Math.min(least, settleTimeout),
        Number.POSITIVE_INFINITY,
      ),
      isOn: nodes.every((node) => this.#network.getNodeAttribute(node, 'online')),
    };
  }

  #addEnd(channel: string, owner: NodeName): number {
    const { revealTimeout: reveal, settleTimeout: settle } = this.#network.getEdgeAttributes(channel);
    const before = this.#balanceOf(channel, owner);
    return (
      this.#balances.push({
        owner,
        purse: `channel ${channel}`,
        isChannel: true,
        channel,
        before,
        reveal,
        settle,
      }) - 1
    );
  }

  #balanceOf(channel: string, owner: NodeName): Amount {
    return this.#network.getEdgeAttribute(channel, 'balance')[
      this.#network.source(channel) === owner ? 0 : 1
    ];
  }

  #near(node: NodeName): Neighbour[] {
    const known = this.#neighbours.get(node);
    if (known !== undefined) return known;
    const near: Neighbour[] = [];
    this.#neighbours.set(node, near);
    return near;
  }

  #part(number: number): Part {
    return this.#parts[number] as Part;
  }
}
