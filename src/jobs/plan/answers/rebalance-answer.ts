import type { Amount } from '../../../model/network/amount.ts';
import { NO_FEES } from '../../../model/network/fees.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { Drain, Rebalancing, RebalancingAnswer } from '../../../model/plan/plan-result.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Asked } from './asked.ts';
import { estimateMetric } from '../estimate-metric.ts';

/**
 * What the traffic does to balances in one run, on average, and which circular payments undo it: the drift of all
 * channels is a flow, whose cycles can be paid back around and whose rest leads from those who pay more than they
 * get to those who get more.
 */
export async function rebalanceAnswer({ base, spec, laboratory }: Asked): Promise<RebalancingAnswer> {
  const network = assembleNetwork(base.scenario);
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  const runS = estimateMetric(rows, 'traffic_s').mean;
  const drifts = driftsOf(network, rows);
  const cycles: Rebalancing[] = [];
  for (let cycle = cycleIn(drifts); cycle !== undefined; cycle = cycleIn(drifts)) {
    const amount = cycle.reduce((least, { left }) => (left < least ? left : least), (cycle[0] as Drift).left);
    cycles.push(rebalancing(network, cycle, { amount, runS }));
    for (const drift of cycle) drift.left -= amount;
  }
  const drains = drifts
    .filter(({ left }) => left > 0n)
    .map(({ channel, from: node, to: partner, left: amount, balance }): Drain => {
      return { channel, node, partner, amount, dryAfterS: dryAfterS(balance, amount, runS) };
    })
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
  return { runS, cycles: cycles.sort((a, b) => a.dryAfterS - b.dryAfterS), drains };
}

/** What one channel end loses to the other in a run; `left` is what no cycle has taken yet. */
interface Drift {
  readonly channel: string;
  readonly from: NodeName;
  readonly to: NodeName;
  /** Of the losing end, at the start. */
  readonly balance: Amount;
  left: Amount;
}

function driftsOf(network: Network, rows: readonly Replication[]): readonly Drift[] {
  const sums = new Map<string, Amount>();
  for (const { channel, end, netSent } of rows.flatMap(({ ends }) => ends))
    if (end === 0) sums.set(channel, (sums.get(channel) ?? 0n) + netSent);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([channel, sum]) => {
      const mean = sum / BigInt(Math.max(1, rows.length));
      if (mean === 0n) return [];
      const [first, second] = network.extremities(channel);
      const balance = network.getEdgeAttribute(channel, 'balance');
      return mean > 0n
        ? [{ channel, from: first, to: second, balance: balance[0], left: mean }]
        : [{ channel, from: second, to: first, balance: balance[1], left: -mean }];
    });
}

/** A cycle of drifts that are left, each from the node the one before leads to; depth first, by edge key. */
function cycleIn(drifts: readonly Drift[]): readonly Drift[] | undefined {
  const leaving = new Map<NodeName, Drift[]>();
  for (const drift of drifts)
    if (drift.left > 0n) leaving.set(drift.from, [...(leaving.get(drift.from) ?? []), drift]);
  const finished = new Set<NodeName>();
  for (const start of leaving.keys()) {
    const found = cycleFrom(start, { leaving, finished });
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Search {
  readonly leaving: ReadonlyMap<NodeName, readonly Drift[]>;
  /** Nodes from which no cycle is reached. */
  readonly finished: Set<NodeName>;
}

// A stack of our own: paths are as long as the network has nodes.
function cycleFrom(start: NodeName, { leaving, finished }: Search): readonly Drift[] | undefined {
  if (finished.has(start)) return undefined;
  const path: Drift[] = [];
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
    if (met >= 0) return [...path.slice(met), drift];
    if (finished.has(drift.to)) continue;
    path.push(drift);
    nodes.push(drift.to);
    next.push(0);
  }
  return undefined;
}

// Who lost is paid back: the payment goes around the other way.
function rebalancing(
  network: Network,
  cycle: readonly Drift[],
  { amount, runS }: { readonly amount: Amount; readonly runS: number },
): Rebalancing {
  const back = [...cycle].reverse();
  const path = back.map(({ to }) => to);
  return {
    path,
    channels: back.map(({ channel }) => channel),
    amount,
    fee: path
      .slice(1)
      .reduce(
        (sum, node) => sum + feeOf(network, node, { amount, channel: cycle[0]?.channel as string }),
        0n,
      ),
    dryAfterS: Math.min(...cycle.map(({ balance }) => dryAfterS(balance, amount, runS))),
  };
}

// Flat and proportional, once for either channel; a penalty for imbalance would be a reward here, and is left out.
function feeOf(
  network: Network,
  node: NodeName,
  { amount, channel }: { readonly amount: Amount; readonly channel: string },
): Amount {
  const token = network.getEdgeAttribute(channel, 'token');
  const { flat, proportionalPpm } = network.getNodeAttribute(node, 'fees')?.[token] ?? NO_FEES;
  return 2n * (flat + (amount * BigInt(proportionalPpm)) / 1_000_000n);
}

function dryAfterS(balance: Amount, amount: Amount, runS: number): number {
  return (Number(balance) / Number(amount)) * runS;
}
