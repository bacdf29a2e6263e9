import { gather } from '../../../model/gather.ts';
import type { Amount } from '../../../model/network/amount.ts';
import type { NodeName } from '../../../model/network/network.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import type { OwnPart } from '../own-part.ts';

/** The loss of one channel end to the other in a run. */
export interface ChannelDrift {
  readonly channel: string;
  readonly from: NodeName;
  readonly to: NodeName;
  /** The balance of the losing end at the start. */
  readonly balance: Amount;
  /** The loss in the replications that choose circular payments. */
  readonly amount: Amount;
  /** The loss in all other replications. */
  readonly lost: Estimate;
  /** The part that no circle has taken yet. */
  left: Amount;
  /** The sum that circles have taken. */
  taken: Amount;
}

/** A circular payment over channels that drift, with its amount. */
export interface DriftCircle {
  readonly cycle: readonly ChannelDrift[];
  readonly amount: Amount;
}

/** Circles of drifts, each as short as there is one around its node, taking as much as its smallest drift has left. */
export function circlesOf(drifts: readonly ChannelDrift[], { nodes }: OwnPart): readonly DriftCircle[] {
  const leaving = leavingOf(drifts);
  const circles: DriftCircle[] = [];
  // An own node can pay only around itself.
  for (const start of nodes ?? leaving.keys()) {
    for (let cycle = cycleAround(start, leaving); cycle.length > 0; cycle = cycleAround(start, leaving)) {
      circles.push(circleOver(cycle));
    }
  }
  return circles;
}

/** A circle of as much as its smallest drift has left, which is taken from all of them. */
export function circleOver(cycle: readonly ChannelDrift[]): DriftCircle {
  const amount = cycle.map(({ left }) => left).reduce((one, left) => (left < one ? left : one));
  for (const drift of cycle) {
    drift.left -= amount;
    drift.taken += amount;
  }
  return { cycle, amount };
}

/** The drifts that leave each node. */
export function leavingOf(drifts: readonly ChannelDrift[]): ReadonlyMap<NodeName, readonly ChannelDrift[]> {
  const leaving = new Map<NodeName, ChannelDrift[]>();
  for (const drift of drifts) gather(leaving, drift.from, drift);
  return leaving;
}

/** The shortest cycle of drifts that have something left, from a node back to it; empty: there is none. */
function cycleAround(
  start: NodeName,
  leaving: ReadonlyMap<NodeName, readonly ChannelDrift[]>,
): readonly ChannelDrift[] {
  const reachedBy = new Map<NodeName, ChannelDrift>();
  const nodes = [start];
  for (const node of nodes)
    for (const drift of leaving.get(node) ?? []) {
      if (drift.left === 0n || reachedBy.has(drift.to)) continue;
      reachedBy.set(drift.to, drift);
      nodes.push(drift.to);
    }
  const cycle: ChannelDrift[] = [];
  for (let last = reachedBy.get(start); last !== undefined; ) {
    cycle.unshift(last);
    last = last.from === start ? undefined : reachedBy.get(last.from);
  }
  return cycle;
}
