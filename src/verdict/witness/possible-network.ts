import { addChannel, type Network, type NodeName, type TokenName } from '../../model/network/network.ts';
import type { Amount } from '../../model/network/amount.ts';
import { NO_FEES } from '../../model/network/fees.ts';
import type { ChannelLives } from '../story/channel-lives.ts';
import type { Stretch } from '../story/stretch.ts';
import type { MoneyBounds } from '../bounds/money-bounds.ts';
import type { UpTimes } from '../story/up-times.ts';
import { type ChannelLife, isThere, mayBeThere, totalBefore } from '../story/channel-life.ts';

/** A network during a stretch of time, as far as it is known. */
export interface KnownNetwork {
  readonly start: Network;
  readonly lives: ChannelLives;
  readonly running: UpTimes;
  readonly bounds: MoneyBounds;
  readonly stretch: Stretch;
}

/**
 * The network with everything that may be there and the most on every end, or with only what is there for certain
 * and the least: whatever order the operations had, a payment found its network between the two. `endsAtLeast`:
 * numbers of ends that get their least even so.
 */
export function possibleNetwork(
  known: KnownNetwork,
  token: TokenName,
  which: 'least' | 'most',
  endsAtLeast: ReadonlySet<number> = new Set(),
): Network {
  const { start, lives, running, bounds, stretch } = known;
  const network = withoutChannels(start);
  network.forEachNode((name) => {
    const { mustRun, mayRun } = running.during(name, stretch);
    network.setNodeAttribute(name, 'online', which === 'most' ? mayRun : mustRun);
  });
  const isIn = which === 'most' ? mayBeThere : isThere;
  for (const life of lives.all) {
    if (life.token !== token || !isIn(life, stretch)) continue;
    const { between, index, settleTimeout, revealTimeout } = life;
    const has = (side: 0 | 1): Amount =>
      bounds.of(life, side)[endsAtLeast.has(2 * index + side) ? 'least' : which];
    const deposits = [has(0), has(1)] as const;
    addChannel(network, { token, identifier: index + 1, between, deposits, settleTimeout, revealTimeout });
  }
  return network;
}

/** The same network, of mediators that charge nothing. */
export function withoutFees(network: Network): Network {
  const free = network.copy();
  const { tokens } = network.getAttributes();
  const fees = Object.fromEntries(tokens.map(({ name }) => [name, NO_FEES]));
  free.updateEachNodeAttributes((_name, attributes) => ({ ...attributes, fees }));
  return free;
}

/** Which channel is asked about, and what its own end has. */
export interface AskedEnd {
  /** Of the operation that asks. */
  readonly id: number;
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly token: TokenName;
  readonly balance: Amount;
  /** Which nodes run. */
  readonly runs: RunningThen;
}

/** Those that did all the time, those that did at some moment, or of these only the node itself. */
export type RunningThen = 'mustRun' | 'mayRun' | 'itself';

/** The network with the totals that were acknowledged and this much at one end; `undefined`: nobody can say. */
export function networkWithTotals(known: KnownNetwork, own: AskedEnd): Network | undefined {
  const { start, lives, running, stretch } = known;
  const network = withoutChannels(start);
  network.forEachNode((name) => {
    const { mustRun, mayRun } = running.during(name, stretch);
    const isMost = own.runs === 'mayRun' || (own.runs === 'itself' && name === own.node);
    network.setNodeAttribute(name, 'online', isMost ? mayRun : mustRun);
  });
  for (const life of lives.all) {
    if (!isThere(life, stretch)) continue;
    const { token, between, index, settleTimeout, revealTimeout, totalDeposit, totalWithdraw } = life;
    const [deposits, withdrawals] = [totalDeposit, totalWithdraw].map((ends) => {
      const [one, other] = ends.map(
        (totals) => totalBefore(totals, { id: own.id, atMs: stretch.startedAtMs }).amount,
      );
      return one == null || other == null ? undefined : ([one, other] as const);
    });
    if (deposits === undefined || withdrawals === undefined) return undefined;
    const key = addChannel(network, {
      token,
      identifier: index + 1,
      between,
      deposits,
      settleTimeout,
      revealTimeout,
    });
    const capacity = deposits[0] + deposits[1] - withdrawals[0] - withdrawals[1];
    const isOwn = token === own.token && between.includes(own.node) && between.includes(own.partner);
    const first = isOwn && between[0] === own.node ? own.balance : capacity - (isOwn ? own.balance : 0n);
    if (first < 0n || first > capacity) return undefined;
    network.mergeEdgeAttributes(key, { totalWithdraw: withdrawals, balance: [first, capacity - first] });
  }
  return network;
}

/** The channel that a network made here has under this key. */
export function lifeNamed(key: string, { all }: ChannelLives): ChannelLife | undefined {
  return all[Number(key.slice(key.lastIndexOf(':') + 1)) - 1];
}

function withoutChannels(start: Network): Network {
  const network = start.emptyCopy();
  network.replaceAttributes({ ...start.getAttributes() });
  return network;
}
