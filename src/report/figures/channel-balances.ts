import type { Amount } from '../../model/network/amount.ts';
import type { Network, NodeName, PerEnd, TokenName } from '../../model/network/network.ts';

/** How two ends share what they hold together. */
export interface Sharing {
  readonly balance: PerEnd<Amount>;
  readonly capacity: Amount;
  /** Part of the capacity that the first end holds, 0 to 1; half where there is none. */
  readonly share: number;
  /** The end that holds less than 5 % of the capacity; `null` when both can send. */
  readonly drainedEnd: 0 | 1 | null;
}

/** One open channel and how its capacity is shared. */
export interface ChannelBalance extends Sharing {
  /** Edge key: `TOKEN:identifier`. */
  readonly channel: string;
  readonly token: TokenName;
  readonly between: PerEnd<NodeName>;
}

// More than any page or summary shows.
const MOST_DRAINED = 50;

/** Open channels that can be gone through, in the network's order. */
export interface Balances {
  forEach(visit: (balance: ChannelBalance) => void): void;
}

/**
 * The open channels of a network: what they come to together, and each in the network's order. They are made anew for
 * whoever goes through them, because a large network has too many to keep.
 */
export class ChannelBalances implements Balances {
  readonly count: number;
  /** Those that have an open channel. */
  readonly tokens: ReadonlySet<TokenName>;
  readonly drainedCount: number;
  /** The emptiest first, among equals the one with the largest capacity; at most 50. */
  readonly drained: readonly DrainedBalance[];
  /** Mean of |difference of the balances| / capacity: 0 is even, 1 is all at one end. */
  readonly meanImbalance: number;
  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;
    let [count, drainedCount, imbalances] = [0, 0, 0];
    const tokens = new Set<TokenName>();
    const drained: DrainedBalance[] = [];
    this.forEach((channel) => {
      count += 1;
      imbalances += imbalance(channel);
      tokens.add(channel.token);
      if (!hasDrainedEnd(channel)) return;
      drainedCount += 1;
      drained.push(channel);
      if (drained.length > MOST_HELD) keepEmptiest(drained);
    });
    keepEmptiest(drained);
    this.count = count;
    this.tokens = tokens;
    this.drainedCount = drainedCount;
    this.drained = drained;
    this.meanImbalance = count === 0 ? 0 : imbalances / count;
  }

  forEach(visit: (balance: ChannelBalance) => void): void {
    this.#network.forEachEdge((channel, { state, token, balance }, source, target) => {
      if (state !== 'opened') return;
      const { capacity, share, drainedEnd } = sharingOf(balance);
      visit({ channel, token, between: [source, target], balance, capacity, share, drainedEnd });
    });
  }

  /** Those of them that have these keys. */
  withKeys(keys: ReadonlySet<string>): ReadonlyMap<string, ChannelBalance> {
    const found = new Map<string, ChannelBalance>();
    if (keys.size === 0) return found;
    this.forEach((balance) => {
      if (keys.has(balance.channel)) found.set(balance.channel, balance);
    });
    return found;
  }
}

// 1/20: below 5 % of the capacity an end is called drained (metric `drained_channels`).
const DRAINED_DIVISOR = 20n;

/** Judges two balances, of a channel or of all channels between two nodes. */
export function sharingOf(balance: PerEnd<Amount>): Sharing {
  const capacity = balance[0] + balance[1];
  if (capacity === 0n) return { balance, capacity, share: 0.5, drainedEnd: null };
  const isDrained = (held: Amount): boolean => held * DRAINED_DIVISOR < capacity;
  const share = Number(balance[0]) / Number(capacity);
  return {
    balance,
    capacity,
    share,
    drainedEnd: isDrained(balance[0]) ? 0 : isDrained(balance[1]) ? 1 : null,
  };
}

/** A channel of which one end can hardly send. */
export type DrainedBalance = ChannelBalance & { readonly drainedEnd: 0 | 1 };

function hasDrainedEnd(balance: ChannelBalance): balance is DrainedBalance {
  return balance.drainedEnd !== null;
}

// Sorted now and then, so that neither time nor memory grows with the number of drained channels.
const MOST_HELD = 1000;

function keepEmptiest(drained: DrainedBalance[]): void {
  drained.sort(
    (a, b) =>
      smallerShare(a) - smallerShare(b) ||
      Number(b.capacity > a.capacity) - Number(a.capacity > b.capacity) ||
      Number(a.channel > b.channel) - Number(b.channel > a.channel),
  );
  drained.splice(MOST_DRAINED);
}

function imbalance({ balance, capacity }: ChannelBalance): number {
  if (capacity === 0n) return 0;
  const difference = balance[0] > balance[1] ? balance[0] - balance[1] : balance[1] - balance[0];
  return Number(difference) / Number(capacity);
}

function smallerShare({ share }: ChannelBalance): number {
  return share < 0.5 ? share : 1 - share;
}
