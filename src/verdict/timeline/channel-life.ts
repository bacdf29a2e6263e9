import type { Amount } from '../../model/network/amount.ts';
import type { NodeName, PerEnd, TokenName } from '../../model/network/network.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import type { Stretch } from './stretch.ts';
import { LONGER_THAN_ANSWER } from './travel-time.ts';

/** A change that an operation made. */
export interface Turn {
  /** Null: it was so before the run. */
  readonly by: number | null;
  /** When it was asked for. */
  readonly fromMs: number;
  /** When its node had answered that it is done; infinite: it has not. */
  readonly doneMs: number;
  /** When every node had heard of it. */
  readonly untilMs: number;
  /** False: nothing tells whether it was made. */
  readonly isCertain: boolean;
}

/** One channel from its opening to its closing. */
export interface ChannelLife {
  /** Counts from 0; its ends are numbered twice that, and one more. */
  readonly index: number;
  readonly token: TokenName;
  /** The node that opened it during the run comes first. */
  readonly between: PerEnd<NodeName>;
  readonly settleTimeout: number;
  /** In blocks; those of each end, oldest first. */
  readonly revealTimeout: PerEnd<Pick<TotalSince, 'asked' | 'turn'>[]>;
  /** As it was shown; absent: the answer to its opening did not come. */
  readonly identifier?: number;
  readonly opened: Turn;
  /** The first closing that is certain, else the last one. */
  closed?: Turn;
  /** All that were asked for, oldest first. */
  readonly closings: readonly Closing[];
  readonly before: PerEnd<Amount>;
  /** The most that both ends ever had together. */
  mostCapacity: Amount;
  /** The totals of each end, oldest first. */
  readonly totalDeposit: PerEnd<TotalSince[]>;
  readonly totalWithdraw: PerEnd<TotalSince[]>;
}

/** A closing and the node that was asked for it. */
export interface Closing extends Turn {
  readonly node: NodeName;
  /** True when it can have been of no other channel: it named the partner, who had no channel with the node before. */
  readonly isNamed: boolean;
}

/** A total as it stands since the operation that was asked to raise it. */
export interface TotalSince {
  /** Null: an operation on it got no answer, or a wrong one. */
  readonly amount: Amount | null;
  /** The operation that set it; null: none of the run. */
  readonly by: number | null;
  readonly turn: Turn;
  /** The total that was asked for. */
  readonly asked: Amount;
  /** When it and all changes before it had settled. */
  readonly untilMs: number;
}

/** By how much an operation changed one end of a channel. */
export interface EndIncrease {
  readonly life: ChannelLife;
  readonly side: 0 | 1;
  readonly turn: Turn;
  readonly by: Amount;
}

/** Which end of a channel is a node's. */
export function sideOf({ between }: Pick<ChannelLife, 'between'>, node: NodeName): 0 | 1 {
  return between[0] === node ? 0 : 1;
}

/** True when the channel is there during the whole of a stretch of time. */
export function isThere({ opened, closed }: ChannelLife, { startedAtMs, endedAtMs }: Stretch): boolean {
  return opened.isCertain && opened.untilMs <= startedAtMs && !(closed && closed.fromMs <= endedAtMs);
}

/** True when the channel may be there at some moment of it. */
export function mayBeThere({ opened, closed }: ChannelLife, { startedAtMs, endedAtMs }: Stretch): boolean {
  return opened.fromMs <= endedAtMs && !(closed?.isCertain && closed.untilMs <= startedAtMs);
}

// Blocks of real nodes may take longer than the longest that are usual.
const SLOWER_BLOCKS = 2;

/** How long nodes may list a closed channel: it settles by itself, with as many confirmations as its closing. */
export function listedUntilMs(
  { closed, settleTimeout }: ChannelLife,
  { longestBlockMs, messages }: TargetTiming,
): number {
  if (closed?.isCertain !== true) return Number.POSITIVE_INFINITY;
  const { fromMs, doneMs, untilMs } = closed;
  const blockMs = longestBlockMs * (messages === 'as-answered' ? SLOWER_BLOCKS : 1);
  return untilMs + LONGER_THAN_ANSWER * (doneMs - fromMs) + settleTimeout * blockMs;
}
