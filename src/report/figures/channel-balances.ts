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

/** The open channels of a network, in its order. */
export function channelBalances(network: Network): readonly ChannelBalance[] {
  const balances: ChannelBalance[] = [];
  network.forEachEdge((channel, { state, token, balance }, source, target) => {
    if (state !== 'opened') return;
    const { capacity, share, drainedEnd } = sharingOf(balance);
    balances.push({ channel, token, between: [source, target], balance, capacity, share, drainedEnd });
  });
  return balances;
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

/** Channels with a drained end: the emptiest first, among equals the one with the largest capacity. */
export function drainedChannels(balances: readonly ChannelBalance[]): readonly DrainedBalance[] {
  return balances
    .filter((balance): balance is DrainedBalance => balance.drainedEnd !== null)
    .sort(
      (a, b) =>
        smallerShare(a) - smallerShare(b) ||
        Number(b.capacity > a.capacity) - Number(a.capacity > b.capacity) ||
        Number(a.channel > b.channel) - Number(b.channel > a.channel),
    );
}

/** |difference of the balances| / capacity: 0 is even, 1 is all at one end. */
export function imbalance({ balance, capacity }: ChannelBalance): number {
  if (capacity === 0n) return 0;
  const difference = balance[0] > balance[1] ? balance[0] - balance[1] : balance[1] - balance[0];
  return Number(difference) / Number(capacity);
}

function smallerShare({ share }: ChannelBalance): number {
  return share < 0.5 ? share : 1 - share;
}
