import type { Amount } from '../model/network/amount.ts';
import type { FeeSchedule } from '../model/network/fees.ts';
import type { ByNode, EndIndex, IndexArray, NodeIndex } from '../model/network/indices.ts';
import type { FeePolicy } from './fee-policy.ts';

/**
 * A router's knowledge of one token network. End `e` belongs to the node that can send through it; its other
 * end is `otherEnd(e)`. How old and how complete this is *is* the modelling question.
 */
export interface NetworkView {
  readonly nodeCount: number;
  /** Ends of node n: `ends[offsets[n]]` to `ends[offsets[n + 1] - 1]`, ordered by neighbour then identifier. */
  readonly offsets: Int32Array;
  readonly ends: IndexArray<EndIndex>;
  /** Node at the far side, parallel to `ends`. */
  readonly neighbours: IndexArray<NodeIndex>;
  /** Node that sends through this end. */
  ownerOf(end: EndIndex): NodeIndex;
  isReachable(node: NodeIndex): boolean;
  /** True when the view believes that end `end` can send `amount` now. */
  canSend(end: EndIndex, amount: Amount): boolean;
  /** The amount that this end can send, as the view believes. */
  available(end: EndIndex): Amount;
  /** The capacity of the channel's fee curve that the view was last told: perhaps an old one. */
  curveCapacity(end: EndIndex): Amount;
  /** The fees that the owner of this end charges as a mediator. */
  scheduleOf(end: EndIndex): FeeSchedule;
  readonly fees: FeePolicy;
  /** The same knowledge in doubles; only routers whose searches must be fast need it. */
  readonly near: NearView;
  /** Keeps what is known now, until it is forgotten. */
  remember(asker: LastLook): RememberedView;
}

/** A view in doubles, as of now: they decide whatever is far from equal. */
export interface NearView {
  /** The nearest doubles of `available`, by end. */
  available(): Float64Array;
  /** The nearest doubles of `curveCapacity`, by channel: half of an end's number. */
  curveCapacities(): Float64Array;
  /** Exactly: what two ends of one channel can send, or twice what one can, is no more than its curve's capacity. */
  isOnCurve(one: EndIndex, other: EndIndex): boolean;
  /** The most that any node charges, of each kind of fee. */
  readonly dearest: FeeSchedule;
  /** The imbalance fees that nodes charge, in parts per million. */
  readonly imbalances: ByNode<number>;
}

/** A view as it was at one moment. */
export interface RememberedView {
  /** Looks at the view as it was then. */
  asThen<T>(look: () => T): T;
  /** It is no longer needed. */
  forget(): void;
}

/** Asked for a remembered view; hears when that is about to be lost, so that it looks now at what it still needs. */
export interface LastLook {
  lastLook(): void;
}

/** A request for paths for an amount, in smallest units; `maxPaths`: the most that are wanted. */
export interface RouteRequest {
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  /** The amount that the target is to get. */
  readonly amount: Amount;
  readonly maxPaths: number;
}

/** A path with what each hop is to carry: the last one the amount asked for, each other the mediators' fees as well. */
export interface Route {
  /** Payer's end of each hop. */
  readonly ends: readonly EndIndex[];
  /** Parallel to `ends`. */
  readonly amounts: readonly Amount[];
}

/** The routes of one request, best first; a list of them is one. */
export interface Routes {
  /** Counted from 0; `undefined`: there are no more. Found, if it was not yet, in the view as it was at the request. */
  at(place: number): Route | undefined;
  /** Says that no further one will be asked for; whoever does not say so makes the view remember more and more. */
  forget?(): void;
}

/** Finds routes in one world; what it remembers ends with that world. */
export interface Router {
  /** At most `maxPaths`, perhaps none. Ties break by node order. */
  findRoutes(view: NetworkView, request: RouteRequest): Routes;
}

/** Makes one router for each world. */
export interface RouterFactory {
  /** As scenarios name it. */
  readonly name: string;
  create(): Router;
}
