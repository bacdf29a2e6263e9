import { gather, madeOnce } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type ChannelLife, mayBeThere, sideOf } from '../timeline/channel-life.ts';
import type { ChannelLives } from '../timeline/channel-lives.ts';
import { ALWAYS, type Stretch } from '../timeline/stretch.ts';
import { bridgesOf } from './bridges.ts';
import type { PaymentEnds } from './certain-flows.ts';

/** A channel on the way of a payment, and the side that pays. */
export interface WayHop {
  readonly life: ChannelLife;
  readonly side: 0 | 1;
}

/** One hop of a payment whose way is known. */
export interface RouteHop extends WayHop {
  readonly amount: Amount;
}

/** From the initiator to the target, through no node twice. */
export type PossibleWay = readonly WayHop[];

/** How a payment can go. */
export interface Ways {
  /** Mediators on every way, from the initiator to the target. */
  readonly certain: readonly NodeName[];
  /** True when there is no other way. */
  readonly isOnly: boolean;
}

// With more ways than this nothing is told that is worth its time.
const MOST_WAYS = 64;
// Behind a node that all ways need, a search may go through all orders of the others and find nothing.
const MOST_TURNS = 5_000;
// A script that opens and closes more is judged by all its channels at once.
const MOST_GRAPHS = 64;

/** The node that a hop leads to. */
export function payeeOf({ life, side }: WayHop): NodeName {
  return life.between[1 - side] as NodeName;
}

/** The ways of payments through a network whose channels steps open and close. */
export class PaymentWays {
  readonly #all: readonly ChannelLife[];
  readonly #changing: readonly ChannelLife[];
  readonly #graphs = new Map<string, WayGraph>();

  constructor({ all }: ChannelLives) {
    this.#all = all;
    this.#changing = all.filter(({ opened, closed }) => opened.by !== null || closed !== undefined);
  }

  /** Where all ways lead through which a payment may have been made within a stretch of time. */
  of(ends: PaymentEnds, within: Stretch = ALWAYS): Ways {
    return this.#graph(ends, (life) => mayHaveCarried(life, within)).of(ends);
  }

  /** How many hops the shortest has; `undefined`: no channels lead there. */
  shortest(ends: PaymentEnds, within: Stretch): number | undefined {
    return this.#graph(ends, (life) => mayBeThere(life, within)).shortest(ends);
  }

  /** All that have at most so many hops; `undefined`: too many, or too many turns to look at. */
  upTo(hops: number, ends: PaymentEnds, within: Stretch): readonly PossibleWay[] | undefined {
    return this.#graph(ends, (life) => mayBeThere(life, within)).upTo(hops, ends);
  }

  #graph({ token }: PaymentEnds, isIn: (life: ChannelLife) => boolean): WayGraph {
    const gone = this.#changing.filter((life) => !isIn(life));
    const key = JSON.stringify([token, gone.map(({ index }) => index)]);
    const isGone = new Set(gone);
    const make = (): WayGraph =>
      new WayGraph(this.#all.filter((life) => life.token === token && !isGone.has(life)));
    if (gone.length > 0 && !this.#graphs.has(key) && this.#graphs.size >= MOST_GRAPHS)
      return this.#graph({ token } as PaymentEnds, () => true);
    return madeOnce(this.#graphs, key, make);
  }
}

/**
 * True when a payment may have gone through a channel: not before its opening was asked for, nor after an answered
 * closing. A closing beside the opening may be of an earlier channel, and a node that leaves may not know a channel yet
 * that its partner has opened.
 */
function mayHaveCarried({ opened, closings, between }: ChannelLife, within: Stretch): boolean {
  const isClosed = closings.some(({ node, fromMs, doneMs, isCertain }) => {
    const isKnown = opened.by === null || node === between[0] || isCertain;
    return isKnown && opened.doneMs <= fromMs && doneMs < within.startedAtMs;
  });
  return opened.fromMs <= within.endedAtMs && !isClosed;
}

interface WaySearch {
  readonly hops: number;
  readonly target: NodeName;
  readonly ways: PossibleWay[];
  turns: number;
}

/** A node in a tree of the fewest hops from a root: every channel without a way around is in it. */
interface Branch {
  readonly depth: number;
  /** The hop to the parent; absent: a root. */
  readonly up?: WayHop;
}

class WayGraph {
  readonly #branches = new Map<NodeName, Branch>();
  readonly #bridges: ReadonlySet<string>;
  readonly #hops = new Map<NodeName, WayHop[]>();
  readonly #distances = new Map<NodeName, ReadonlyMap<NodeName, number>>();
  readonly #known = new Map<string, readonly PossibleWay[] | undefined>();

  constructor(lives: readonly ChannelLife[]) {
    for (const life of lives)
      for (const node of life.between) gather(this.#hops, node, { life, side: sideOf(life, node) });
    this.#bridges = bridgesOf(
      new Map(
        [...this.#hops].map(([node, hops]) => [
          node,
          hops.map((hop) => ({ channel: `${hop.life.index}`, node: payeeOf(hop) })),
        ]),
      ),
    );
    for (const root of this.#hops.keys()) {
      if (this.#branches.has(root)) continue;
      this.#branches.set(root, { depth: 0 });
      const reached = new Set([root]);
      for (const node of reached)
        for (const hop of this.#hops.get(node) ?? []) {
          const child = payeeOf(hop);
          if (this.#branches.has(child)) continue;
          const { depth } = this.#branches.get(node) as Branch;
          this.#branches.set(child, {
            depth: depth + 1,
            up: { life: hop.life, side: sideOf(hop.life, child) },
          });
          reached.add(child);
        }
    }
  }

  /** By the way through the tree, which crosses every channel that all ways do. */
  of({ node, target }: PaymentEnds): Ways {
    let [low, high] = [node, target];
    const rising: WayHop[] = [];
    const falling: WayHop[] = [];
    while (low !== high) {
      const [below, above] = [this.#branches.get(low), this.#branches.get(high)];
      const isLow = (below?.depth ?? 0) >= (above?.depth ?? 0);
      const up = (isLow ? below : above)?.up;
      if (up === undefined) return { certain: [], isOnly: false };
      if (isLow) rising.push(up);
      else falling.push({ life: up.life, side: (1 - up.side) as 0 | 1 });
      if (isLow) low = payeeOf(up);
      else high = payeeOf(up);
    }
    const way = [...rising, ...falling.toReversed()];
    const isSure = way.map(({ life }) => this.#bridges.has(`${life.index}`));
    return {
      certain: way.slice(0, -1).flatMap((hop, at) => (isSure[at] || isSure[at + 1] ? [payeeOf(hop)] : [])),
      isOnly: isSure.every(Boolean),
    };
  }

  shortest({ node, target }: PaymentEnds): number | undefined {
    return this.#distancesTo(target).get(node);
  }

  upTo(hops: number, { node, target }: PaymentEnds): readonly PossibleWay[] | undefined {
    const key = JSON.stringify([node, target, hops]);
    if (this.#known.has(key)) return this.#known.get(key);
    const ways: PossibleWay[] = [];
    const isAll = this.#extend([], [node], { hops, target, ways, turns: 0 });
    const allWays = isAll ? ways : undefined;
    this.#known.set(key, allWays);
    return allWays;
  }

  /** False: there are too many. */
  #extend(way: PossibleWay, passed: readonly NodeName[], search: WaySearch): boolean {
    const { hops, target, ways } = search;
    search.turns += 1;
    if (search.turns > MOST_TURNS) return false;
    const distances = this.#distancesTo(target);
    for (const hop of this.#hops.get(passed.at(-1) as NodeName) ?? []) {
      const payee = payeeOf(hop);
      const rest = distances.get(payee);
      if (rest === undefined || way.length + 1 + rest > hops || passed.includes(payee)) continue;
      if (payee !== target) {
        if (!this.#extend([...way, hop], [...passed, payee], search)) return false;
      } else if (ways.push([...way, hop]) > MOST_WAYS) return false;
    }
    return true;
  }

  #distancesTo(target: NodeName): ReadonlyMap<NodeName, number> {
    return madeOnce(this.#distances, target, () => {
      const distances = new Map([[target, 0]]);
      for (const [node, distance] of distances)
        for (const hop of this.#hops.get(node) ?? [])
          if (!distances.has(payeeOf(hop))) distances.set(payeeOf(hop), distance + 1);
      return distances;
    });
  }
}
