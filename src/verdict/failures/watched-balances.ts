import { gather, madeOnce } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import { isDepleted } from '../../model/network/depletion.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import {
  channelKey,
  type Network,
  type NodeName,
  type PerEnd,
  type TokenName,
} from '../../model/network/network.ts';
import type { DepletedEnd } from '../../model/network/depleted-end.ts';
import { type Names, namesOf } from '../facts/names.ts';

// The first ones tell the story; a snapshot of a real network has thousands.
const MOST_LISTED = 200;

interface WatchedChannel {
  readonly key: string;
  readonly token: TokenName;
  readonly between: PerEnd<NodeName>;
  readonly capacity: Amount;
  balance: PerEnd<Amount>;
  readonly depleted: [boolean, boolean];
}

/** The balance of an end of a channel. */
export interface HeldBalance {
  readonly owner: NodeName;
  readonly channel: string | null;
  readonly has: Amount;
}

/** The balances of both ends of the watched channels, as last read, and the ends depleted since the start. */
export class WatchedBalances {
  depletedInAll = 0;
  readonly #start: Network;
  readonly #names: Names;
  readonly #channels = new Map<string, WatchedChannel>();
  readonly #byNode = new Map<NodeName, WatchedChannel[]>();
  readonly #open = new Map<NodeName, number>();
  /** By channel and end: depleted now, and not from the start on. */
  readonly #depleted = new Set<string>();
  /** By channel and end, in the order in which they were depleted. */
  readonly #listed = new Map<string, DepletedEnd>();

  constructor(start: Network, nodes: readonly NodeName[]) {
    this.#start = start;
    this.#names = namesOf(start);
    for (const node of nodes) {
      start.forEachEdge(node, (key, { state, token, balance }, first, second) => {
        if (state !== 'opened' || this.#channels.has(key)) return;
        const capacity = balance[0] + balance[1];
        const between: PerEnd<NodeName> = [first, second];
        const channel: WatchedChannel = { key, token, between, capacity, balance, depleted: [false, false] };
        this.#channels.set(key, channel);
        for (const end of between) gather(this.#byNode, end, channel);
        // An end that is depleted from the start was not depleted by the load.
        for (const end of [0, 1] as const) this.#mark(channel, end, undefined);
      });
    }
  }

  get depleted(): readonly DepletedEnd[] {
    return [...this.#listed.values()];
  }

  get depletedEnds(): number {
    return this.#depleted.size;
  }

  get ends(): number {
    return 2 * this.#channels.size;
  }

  /** Takes in what a node shows of its channels. */
  take(node: NodeName, views: readonly ChannelView[], atMs: number): void {
    for (const { channelIdentifier, tokenAddress, balance } of views) {
      const key = channelKey(this.#names.token(tokenAddress), Number(channelIdentifier));
      const channel = this.#channels.get(key);
      if (channel === undefined) continue;
      const other = channel.capacity - balance;
      channel.balance = channel.between[0] === node ? [balance, other] : [other, balance];
      for (const end of [0, 1] as const) this.#mark(channel, end, atMs);
    }
  }

  /** The balance of an end of a channel; absent: neither end is watched. */
  of(owner: NodeName, channel: string): Amount | undefined {
    const watched = this.#channels.get(channel);
    return watched?.balance[watched.between[0] === owner ? 0 : 1];
  }

  /**
   * The fullest end through which a node can send or receive now; without a channel, nothing at the node itself.
   * Absent: not all of its channels are watched.
   */
  fullestOf(node: NodeName, token: TokenName, way: 'out' | 'in'): HeldBalance | undefined {
    const channels = this.#byNode.get(node) ?? [];
    if (channels.length < this.#openOf(node)) return undefined;
    let fullest: HeldBalance | undefined;
    for (const { key, token: of, between, balance } of channels) {
      if (of !== token) continue;
      const ownSide = between[0] === node ? 0 : 1;
      const end = way === 'out' ? ownSide : ownSide === 0 ? 1 : 0;
      const has = balance[end];
      if (fullest === undefined || has > fullest.has) fullest = { owner: between[end], channel: key, has };
    }
    return fullest ?? { owner: node, channel: null, has: 0n };
  }

  #openOf(node: NodeName): number {
    return madeOnce(
      this.#open,
      node,
      () => this.#start.filterEdges(node, (_key, { state }) => state === 'opened').length,
    );
  }

  #mark(channel: WatchedChannel, end: 0 | 1, atMs: number | undefined): void {
    const { balance, capacity, depleted, between, key, token } = channel;
    const isDepletedNow = isDepleted(balance[end], capacity);
    if (isDepletedNow === depleted[end]) return;
    depleted[end] = isDepletedNow;
    if (atMs === undefined) return;
    const name = `${key} ${end}`;
    if (isDepletedNow) this.#depleted.add(name);
    else this.#depleted.delete(name);
    const listed = this.#listed.get(name);
    if (!isDepletedNow && listed !== undefined) this.#listed.set(name, { ...listed, refilledAtMs: atMs });
    if (!isDepletedNow || listed !== undefined) return;
    this.depletedInAll += 1;
    if (this.#listed.size >= MOST_LISTED) return;
    const [owner, partner] = end === 0 ? between : [between[1], between[0]];
    this.#listed.set(name, { channel: key, token, owner, partner, atMs });
  }
}

/**
 * Few nodes that together show as many channels as `most` nodes can: again and again the node with the most channels
 * that none of those chosen shows. A node shows its own balances, and the rest of a capacity is its partner's.
 */
export function watchedNodes(network: Network, most: number): readonly NodeName[] {
  const untold = new Map<NodeName, Set<string>>();
  network.forEachEdge((channel, { state }, first, second) => {
    if (state !== 'opened') return;
    for (const node of [first, second]) {
      if (!network.getNodeAttribute(node, 'online')) continue;
      untold.set(node, (untold.get(node) ?? new Set()).add(channel));
    }
  });
  const chosen: NodeName[] = [];
  while (chosen.length < most) {
    let best: NodeName | undefined;
    let bestChannels: ReadonlySet<string> = new Set();
    for (const [node, channels] of untold)
      if (channels.size > bestChannels.size) [best, bestChannels] = [node, channels];
    if (best === undefined) break;
    chosen.push(best);
    untold.delete(best);
    for (const channel of bestChannels)
      for (const node of network.extremities(channel)) untold.get(node)?.delete(channel);
  }
  return chosen;
}
