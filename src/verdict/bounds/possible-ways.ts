import { gather, madeOnce } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type ChannelLife, mayBeThere, sideOf } from '../story/channel-life.ts';
import type { ChannelLives } from '../story/channel-lives.ts';
import type { Stretch } from '../story/stretch.ts';
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

// Of more ways than this nothing is told that is worth its time.
const MOST_WAYS = 64;
// Behind a node that all ways need, a search may go through all orders of the others and find nothing.
const MOST_TURNS = 5_000;
// Of a script that opens and closes more, each set of channels is searched anew.
const MOST_GRAPHS = 64;

/** The node that a hop leads to. */
export function payeeOf({ life, side }: WayHop): NodeName {
  return life.between[1 - side] as NodeName;
}

/** All ways of payments through the channels that may be there, by how many hops they have. */
export class PossibleWays {
  readonly #lives: ChannelLives;
  readonly #changes: readonly ChannelLife[];
  readonly #graphs = new Map<string, WayGraph>();

  constructor(lives: ChannelLives) {
    this.#lives = lives;
    this.#changes = lives.all.filter(({ opened, closed }) => opened.by !== null || closed !== undefined);
  }

  /** How many hops the shortest has; `undefined`: no channels lead there. */
  shortest(ends: PaymentEnds, within: Stretch): number | undefined {
    return this.#graphWithin(ends, within).shortest(ends);
  }

  /** All that have at most so many hops; `undefined`: too many, or too many turns to look at. */
  upTo(hops: number, ends: PaymentEnds, within: Stretch): readonly PossibleWay[] | undefined {
    return this.#graphWithin(ends, within).upTo(hops, ends);
  }

  #graphWithin({ token }: PaymentEnds, within: Stretch): WayGraph {
    const gone = this.#changes.filter((life) => !mayBeThere(life, within));
    const key = JSON.stringify([token, gone.map(({ index }) => index)]);
    const earlierGraph = this.#graphs.get(key);
    if (earlierGraph !== undefined) return earlierGraph;
    const isGone = new Set(gone);
    const made = new WayGraph(this.#lives.all.filter((life) => life.token === token && !isGone.has(life)));
    if (this.#graphs.size < MOST_GRAPHS) this.#graphs.set(key, made);
    return made;
  }
}

interface WaySearch {
  readonly hops: number;
  readonly target: NodeName;
  readonly ways: PossibleWay[];
  turns: number;
}

class WayGraph {
  readonly #hops = new Map<NodeName, WayHop[]>();
  readonly #distances = new Map<NodeName, ReadonlyMap<NodeName, number>>();
  readonly #known = new Map<string, readonly PossibleWay[] | undefined>();

  constructor(lives: readonly ChannelLife[]) {
    for (const life of lives)
      for (const node of life.between) gather(this.#hops, node, { life, side: sideOf(life, node) });
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
