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

/**
 * Circles of drifts, each as short as there is one around its node, taking as much as its smallest drift has left. An
 * own node can pay only around itself. One owner of all nodes restores as much as circles can.
 */
export function circlesOf(drifts: readonly ChannelDrift[], { nodes }: OwnPart): readonly DriftCircle[] {
  if (nodes === undefined) leaveMostRestored(drifts);
  const leaving = leavingOf(drifts);
  const circles: DriftCircle[] = [];
  for (const start of nodes ?? leaving.keys()) {
    for (let cycle = cycleAround(start, leaving); cycle.length > 0; cycle = cycleAround(start, leaving)) {
      circles.push(circleOver(cycle));
    }
  }
  return circles;
}

/** A drift of which circles can take more, or of which they can give something back. */
interface Arc {
  readonly drift: ChannelDrift;
  readonly from: NodeName;
  readonly to: NodeName;
  readonly gain: 1 | -1;
}

/**
 * Leaves of each drift its part of a circulation of the largest sum: circles that gain are added until there is none
 * (M. Klein, A primal method for minimal cost flows, Management Science 14, 1967). They are found as Bellman and Ford do:
 * what leads to a node gains more and more as long as it comes back to itself.
 */
function leaveMostRestored(drifts: readonly ChannelDrift[]): void {
  const leaving = new Map<NodeName, Arc[]>();
  for (const drift of drifts) {
    const { from, to } = drift;
    gather(leaving, from, { drift, from, to, gain: 1 });
    gather(leaving, to, { drift, from: to, to: from, gain: -1 });
  }
  const gains = new Map<NodeName, number>();
  const reachedBy = new Map<NodeName, Arc>();
  const open = new Set(leaving.keys());
  for (const node of open) {
    open.delete(node);
    for (const arc of leaving.get(node) ?? []) {
      const gain = (gains.get(node) ?? 0) + arc.gain;
      if (gain <= (gains.get(arc.to) ?? 0) || roomOf(arc) === 0n) continue;
      const circle = closedBy(arc, reachedBy);
      if (circle === undefined) {
        gains.set(arc.to, gain);
        reachedBy.set(arc.to, arc);
        open.add(arc.to);
        continue;
      }
      takeAround(circle);
      for (const taken of circle) {
        open.add(taken.from);
        if (roomOf(taken) === 0n && reachedBy.get(taken.to) === taken) reachedBy.delete(taken.to);
      }
    }
  }
  for (const drift of drifts) [drift.left, drift.taken] = [drift.taken, 0n];
}

/** The circle that an arc closes with the arcs before it; undefined: it closes none. */
function closedBy(last: Arc, reachedBy: ReadonlyMap<NodeName, Arc>): readonly Arc[] | undefined {
  const circle = [last];
  for (let arc: Arc | undefined = last; arc.from !== last.to; circle.push(arc)) {
    arc = reachedBy.get(arc.from);
    if (arc === undefined) return undefined;
  }
  return circle;
}

/** Takes as much as a circle has room for. */
function takeAround(circle: readonly Pick<Arc, 'drift' | 'gain'>[]): Amount {
  const amount = circle.map(roomOf).reduce((one, room) => (room < one ? room : one));
  for (const { drift, gain } of circle) {
    drift.left -= BigInt(gain) * amount;
    drift.taken += BigInt(gain) * amount;
  }
  return amount;
}

function roomOf({ drift: { left, taken }, gain }: Pick<Arc, 'drift' | 'gain'>): Amount {
  return gain === 1 ? left : taken;
}

/** A circle of as much as its smallest drift has left, which is taken from all of them. */
export function circleOver(cycle: readonly ChannelDrift[]): DriftCircle {
  return { cycle, amount: takeAround(cycle.map((drift) => ({ drift, gain: 1 }))) };
}

/** The drifts that leave each node. */
export function leavingOf(drifts: readonly ChannelDrift[]): ReadonlyMap<NodeName, readonly ChannelDrift[]> {
  const leaving = new Map<NodeName, ChannelDrift[]>();
  for (const drift of drifts) gather(leaving, drift.from, drift);
  return leaving;
}

/** The shortest cycle of drifts that have something left, from a node back to it; empty: there is none. */
function cycleAround(start: NodeName, leaving: ReturnType<typeof leavingOf>): readonly ChannelDrift[] {
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
