import type { Amount } from '../../model/network/amount.ts';
import type { ChannelColumns } from '../../model/network/channel-columns.ts';
import { depletedEnd, nearlyDepletedEnd } from '../../model/network/depletion.ts';
import {
  channelKey,
  type Network,
  type NodeName,
  type PerEnd,
  type TokenName,
} from '../../model/network/network.ts';
import { channelsOf } from '../../model/network/channels-on-demand.ts';

/** How two ends share what they hold together. */
export interface Sharing {
  readonly balance: PerEnd<Amount>;
  readonly capacity: Amount;
  /** Part of the capacity that the first end holds, 0 to 1; half where there is none. */
  readonly share: number;
  /** The end that holds less than 5 % of the capacity; `null` when both can send. */
  readonly depletedEnd: 0 | 1 | null;
}

/** One open channel and how its capacity is shared. */
export interface ChannelBalance extends Sharing {
  /** Edge key: `TOKEN:identifier`. */
  readonly channel: string;
  readonly token: TokenName;
  readonly between: PerEnd<NodeName>;
}

// A power of two, far more than any page asks for.
const MANY_KEYS = 1 << 16;

// More than any page or summary shows.
const MOST_DEPLETED = 50;

/**
 * The open channels of a network: what they come to together, and each in the network's order. They are made anew for
 * whoever goes through them, because a large network has too many to keep.
 */
export class ChannelBalances {
  readonly count: number;
  /** The tokens that have an open channel. */
  readonly tokens: ReadonlySet<TokenName>;
  readonly depletedCount: number;
  /** The emptiest first, among equals the one with the largest capacity; at most 50. */
  readonly depleted: readonly DepletedBalance[];
  /** Mean of |difference of the balances| / capacity: 0 is even, 1 is all at one end. */
  readonly meanImbalance: number;
  /** All nodes, with a channel or without, by number. */
  readonly names: readonly NodeName[];
  readonly #channels: ChannelColumns;

  constructor(network: Network) {
    this.names = network.nodes();
    this.#channels = channelsOf(network);
    let [count, depletedCount, imbalances] = [0, 0, 0];
    const tokens = new Set<TokenName>();
    const depleted: DepletedBalance[] = [];
    const channels = this.#channels;
    // An end that holds a larger share is none of the emptiest, of which there are enough already.
    let most = 1;
    for (let row = 0; row < channels.length; row += 1) {
      if (channels.state(row) !== 'opened') continue;
      const { imbalance, isDepleted, smallerShare } = evenness(channels, row);
      count += 1;
      imbalances += imbalance;
      tokens.add(channels.token(row));
      if (!isDepleted) continue;
      depletedCount += 1;
      if (smallerShare > most) continue;
      depleted.push(this.#at(row) as DepletedBalance);
      if (depleted.length > MOST_HELD) most = keepEmptiest(depleted);
    }
    keepEmptiest(depleted);
    this.count = count;
    this.tokens = tokens;
    this.depletedCount = depletedCount;
    this.depleted = depleted;
    this.meanImbalance = count === 0 ? 0 : imbalances / count;
  }

  /** Visits the open channels of a token, or of all: nodes by number, and the rest where it is asked for, in this visit only. */
  forEachPair(
    visit: (one: number, other: number, balance: () => ChannelBalance) => void,
    token?: TokenName,
  ): void {
    const channels = this.#channels;
    let row = 0;
    const balance = (): ChannelBalance => this.#at(row);
    for (; row < channels.length; row += 1)
      if (channels.state(row) === 'opened' && (token === undefined || channels.token(row) === token))
        visit(channels.node(row, 0), channels.node(row, 1), balance);
  }

  /** The open channels that have these keys. */
  withKeys(keys: ReadonlySet<string>): ReadonlyMap<string, ChannelBalance> {
    const balances = new Map<string, ChannelBalance>();
    if (keys.size === 0) return balances;
    const channels = this.#channels;
    // Few of a large network pass this, which costs less than to look for a key.
    const asked = new Uint8Array(MANY_KEYS);
    for (const key of keys) asked[Number(key.slice(key.lastIndexOf(':') + 1)) & (MANY_KEYS - 1)] = 1;
    for (let row = 0; row < channels.length; row += 1) {
      if (asked[channels.identifier(row) & (MANY_KEYS - 1)] === 0) continue;
      const key = channelKey(channels.token(row), channels.identifier(row));
      if (keys.has(key) && channels.state(row) === 'opened') balances.set(key, this.#at(row));
    }
    return balances;
  }

  #at(row: number): ChannelBalance {
    const token = this.#channels.token(row);
    const channel = channelKey(token, this.#channels.identifier(row));
    const between = [this.#nameAt(row, 0), this.#nameAt(row, 1)] as const;
    return {
      channel,
      token,
      between,
      ...sharingOf([this.#channels.balance(row, 0), this.#channels.balance(row, 1)]),
    };
  }

  #nameAt(row: number, end: 0 | 1): NodeName {
    return this.names[this.#channels.node(row, end)] as NodeName;
  }
}

/** Judges two balances, of a channel or of all channels between two nodes. */
export function sharingOf(balance: PerEnd<Amount>): Sharing {
  const capacity = balance[0] + balance[1];
  if (capacity === 0n) return { balance, capacity, share: 0.5, depletedEnd: null };
  const share = Number(balance[0]) / Number(capacity);
  return { balance, capacity, share, depletedEnd: depletedEnd(balance) };
}

/** A channel of which one end can hardly send. */
export type DepletedBalance = ChannelBalance & { readonly depletedEnd: 0 | 1 };

// Sorted now and then, so that neither time nor memory grows with the number of depleted channels.
const MOST_HELD = 200;

/** Leaves the emptiest; returns what the smaller end of the fullest of them holds. */
function keepEmptiest(depleted: DepletedBalance[]): number {
  depleted.sort(
    (a, b) =>
      smallerShareOf(a) - smallerShareOf(b) ||
      Number(b.capacity > a.capacity) - Number(a.capacity > b.capacity) ||
      Number(a.channel > b.channel) - Number(b.channel > a.channel),
  );
  depleted.splice(MOST_DEPLETED);
  const fullest = depleted.at(-1);
  return fullest === undefined ? 1 : smallerShareOf(fullest);
}

function smallerShareOf({ share }: Pick<ChannelBalance, 'share'>): number {
  return share < 0.5 ? share : 1 - share;
}

// How evenly a channel is divided: |difference of the balances| / capacity, and the share of the smaller end.
function evenness(channels: ChannelColumns, row: number): ReturnType<typeof exactEvenness> {
  const first = channels.near('balance', row, 0);
  const second = channels.near('balance', row, 1);
  const capacity = first + second;
  const depleted = nearlyDepletedEnd(first, second);
  if (depleted === undefined) return exactEvenness([channels.balance(row, 0), channels.balance(row, 1)]);
  if (capacity === 0) return { imbalance: 0, isDepleted: false, smallerShare: 0.5 };
  return {
    imbalance: Math.abs(first - second) / capacity,
    isDepleted: depleted !== null,
    smallerShare: smallerShareOf({ share: first / capacity }),
  };
}

function exactEvenness([first, second]: PerEnd<Amount>) {
  const { capacity, share, depletedEnd: end } = sharingOf([first, second]);
  const difference = first > second ? first - second : second - first;
  return {
    imbalance: Number(difference) / Number(capacity),
    isDepleted: end !== null,
    smallerShare: smallerShareOf({ share }),
  };
}
