import type { Amount } from '../../model/network/amount.ts';
import { NO_FEES } from '../../model/network/fees.ts';
import {
  addChannel,
  type Network,
  type NodeName,
  type PerEnd,
  type TokenName,
} from '../../model/network/network.ts';
import type { MoneyBounds } from '../bounds/money-bounds.ts';
import { type ChannelLife, isThere, mayBeThere, sideOf, totalBefore } from '../story/channel-life.ts';
import type { ChannelLives } from '../story/channel-lives.ts';
import type { Stretch } from '../story/stretch.ts';
import type { RunFacts } from './run-facts.ts';

/** A network during a stretch of time, as far as it is known. */
export interface KnownNetwork extends RunFacts {
  readonly bounds: MoneyBounds;
  readonly stretch: Stretch;
  /** The bounds during a part of the stretch. */
  readonly boundsDuring: (part: Stretch) => MoneyBounds;
  /** When what other operations did had settled, one after another. */
  readonly settledAtMs: () => readonly number[];
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
  const { lives, bounds, stretch } = known;
  const network = networkOf(known, () => (which === 'most' ? 'mayRun' : 'mustRun'));
  const isIn = which === 'most' ? mayBeThere : isThere;
  for (const life of lives.all) {
    if (life.token !== token || !isIn(life, stretch)) continue;
    const has = (side: 0 | 1): Amount =>
      bounds.of(life, side)[endsAtLeast.has(2 * life.index + side) ? 'least' : which];
    addLife(network, life, [has(0), has(1)]);
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
  /** A channel that is there besides those that are for certain; absent: none. */
  readonly also?: ChannelLife | undefined;
}

/** Those that did all the time, those that did at some moment, or of these only the node itself. */
export type RunningThen = 'mustRun' | 'mayRun' | 'itself';

/** The network with the totals that were acknowledged and this much at one end; `undefined`: nobody can say. */
export function networkWithTotals(known: KnownNetwork, own: AskedEnd): Network | undefined {
  const { lives, stretch } = known;
  const network = networkOf(known, (name) => {
    if (own.runs !== 'itself') return own.runs;
    return name === own.node ? 'mayRun' : 'mustRun';
  });
  for (const life of lives.all) {
    if (!isThere(life, stretch) && life !== own.also) continue;
    const [deposits, totalWithdraw] = [life.totalDeposit, life.totalWithdraw].map((ends) => {
      const [one, other] = ends.map(
        (totals) => totalBefore(totals, { id: own.id, atMs: stretch.startedAtMs }).amount,
      );
      return one == null || other == null ? undefined : ([one, other] as const);
    });
    if (deposits === undefined || totalWithdraw === undefined) return undefined;
    const capacity = deposits[0] + deposits[1] - totalWithdraw[0] - totalWithdraw[1];
    const { token, between } = life;
    const isOwn = token === own.token && between.includes(own.node) && between.includes(own.partner);
    const held = isOwn ? own.balance : 0n;
    const first = isOwn && sideOf(life, own.node) === 0 ? held : capacity - held;
    if (first < 0n || first > capacity) return undefined;
    const key = addLife(network, life, deposits);
    network.mergeEdgeAttributes(key, { totalWithdraw, balance: [first, capacity - first] });
  }
  return network;
}

/** The channel that a network made here has under this key. */
export function lifeNamed(key: string, { all }: ChannelLives): ChannelLife | undefined {
  return all[Number(key.slice(key.lastIndexOf(':') + 1)) - 1];
}

// Without channels.
function networkOf(
  { start, running, stretch }: KnownNetwork,
  runs: (name: NodeName) => 'mustRun' | 'mayRun',
): Network {
  const network = start.emptyCopy();
  network.replaceAttributes({ ...start.getAttributes() });
  network.forEachNode((name) => {
    network.setNodeAttribute(name, 'online', running.during(name, stretch)[runs(name)]);
  });
  return network;
}

function addLife(network: Network, life: ChannelLife, deposits: PerEnd<Amount>): string {
  return addChannel(network, { ...life, identifier: life.index + 1, deposits });
}
