import type { PlaceCount } from '../failure-place.ts';
import type { DepletedEnd } from '../network/depleted-end.ts';
import type { NodeName } from '../network/network.ts';

/** Readings of a network's channels while a load ran, and the reasons of failed payments by those readings. */
export interface LoadWatch {
  /** Nodes that were read: as many of the network as may be, those with the most channels first. */
  readonly nodes: readonly NodeName[];
  /** Ends of open channels these nodes tell about. */
  readonly ends: number;
  /** Ends of open channels there are. */
  readonly endsInAll: number;
  /** Length of a step. */
  readonly stepMs: number;
  /** From the load's start, without gaps. */
  readonly steps: readonly WatchStep[];
  /** The first depleted ends, in the order in which it was noticed. */
  readonly drained: readonly DepletedEnd[];
  readonly drainedInAll: number;
  /** Where payments failed, as far as the reasons and balances tell; the most frequent. */
  readonly places: readonly PlaceCount[];
  /** Nodes that steps of the scenario stopped, by name; absent: none. */
  readonly stopped?: readonly NodeName[];
}

/** One step of a watched load: levels as last read, and the failures in it by what was lacking. */
export interface WatchStep {
  /** Ends that hold less than 5 % of their channel's capacity, and held more before. */
  depletedEnds: number;
  /** Payments that hold locks. */
  pending: number;
  /** Nodes that did not answer when they were read. */
  unread: number;
  /** Failed because an end on their only way held less than the amount. */
  shortOfMoney: number;
  /** Failed for want of a way although every end on their only way held enough: it was locked. */
  shortOfLocks: number;
  /** Failed for want of a way, and with several ways it cannot be told why. */
  shortOfWay: number;
  /** Failed or without an answer for any other reason: refused, broken, too late. */
  notServed: number;
  /** Failed while the scenario had stopped a node that they needed. */
  whileStopped: number;
  /** Refused because mediators asked for more than the payer accepts. */
  tooDear: number;
}

/** The steps between two moments as one: levels as they were at the end, failures added up. */
export function watchedBetween(
  { steps, stepMs }: Pick<LoadWatch, 'steps' | 'stepMs'>,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): WatchStep | undefined {
  const part = steps.slice(Math.floor(fromMs / stepMs), Math.ceil(toMs / stepMs));
  return part.length === 0 ? undefined : part.reduce(joinedSteps);
}

/** Two steps that follow each other as one. */
export function joinedSteps(first: WatchStep, second: WatchStep): WatchStep {
  return {
    ...second,
    shortOfMoney: first.shortOfMoney + second.shortOfMoney,
    shortOfLocks: first.shortOfLocks + second.shortOfLocks,
    shortOfWay: first.shortOfWay + second.shortOfWay,
    notServed: first.notServed + second.notServed,
    whileStopped: first.whileStopped + second.whileStopped,
    tooDear: first.tooDear + second.tooDear,
  };
}
