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

/** Circles of drifts, one after the other: each takes as much as its smallest drift has left. */
export function circlesOf(drifts: readonly ChannelDrift[], own: OwnPart): readonly DriftCircle[] {
  const circles: DriftCircle[] = [];
  for (let cycle = cycleIn(drifts, own); cycle !== undefined; cycle = cycleIn(drifts, own)) {
    const amount = cycle.map(({ left }) => left).reduce((one, left) => (left < one ? left : one));
    circles.push({ cycle, amount });
    for (const drift of cycle) {
      drift.left -= amount;
      drift.taken += amount;
    }
  }
  return circles;
}

/**
 * A cycle of drifts that are left, each from the node the one before leads to; depth first, by edge key. An own node
 * can pay only around itself.
 */
function cycleIn(drifts: readonly ChannelDrift[], { nodes }: OwnPart): readonly ChannelDrift[] | undefined {
  const leaving = leavingOf(drifts.filter(({ left }) => left > 0n));
  const finished = new Set<NodeName>();
  for (const start of nodes ?? leaving.keys()) {
    const search = nodes === undefined ? { finished } : { finished: new Set<NodeName>(), isAround: true };
    const cycle = cycleFrom(start, { leaving, ...search });
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** The drifts that leave each node. */
export function leavingOf(drifts: readonly ChannelDrift[]): ReadonlyMap<NodeName, readonly ChannelDrift[]> {
  const leaving = new Map<NodeName, ChannelDrift[]>();
  for (const drift of drifts) {
    const others = leaving.get(drift.from);
    if (others === undefined) leaving.set(drift.from, [drift]);
    else others.push(drift);
  }
  return leaving;
}

interface Search {
  readonly leaving: ReadonlyMap<NodeName, readonly ChannelDrift[]>;
  /** Nodes from which no cycle is reached. */
  readonly finished: Set<NodeName>;
  /** True: only a cycle that the first node is part of. */
  readonly isAround?: boolean;
}

// A stack of our own: paths are as long as the network has nodes.
function cycleFrom(
  start: NodeName,
  { leaving, finished, isAround = false }: Search,
): readonly ChannelDrift[] | undefined {
  if (finished.has(start)) return undefined;
  const path: ChannelDrift[] = [];
  const nodes = [start];
  const next = [0];
  while (nodes.length > 0) {
    const node = nodes.at(-1) as NodeName;
    const index = next[next.length - 1] as number;
    next[next.length - 1] = index + 1;
    const drift = leaving.get(node)?.[index];
    if (drift === undefined) {
      finished.add(node);
      nodes.pop();
      next.pop();
      path.pop();
      continue;
    }
    const met = nodes.indexOf(drift.to);
    if (met === 0 || (met > 0 && !isAround)) return [...path.slice(met), drift];
    if (met > 0 || finished.has(drift.to)) continue;
    path.push(drift);
    nodes.push(drift.to);
    next.push(0);
  }
  return undefined;
}
