import { type Amount, MAX_AMOUNT } from '../../../model/network/amount.ts';
import { NO_FEES } from '../../../model/network/fees.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { DryMoment, Replication } from '../../../model/plan/replication.ts';
import type { FeePolicy } from '../../../ports/fee-policy.ts';
import { type Estimate, estimate } from '../../../statistics/estimate.ts';
import { ascending, percentile } from '../../../statistics/percentile.ts';
import { quantileEstimate } from '../../../statistics/quantile-estimate.ts';
import type { Interval } from '../../../statistics/share-interval.ts';
import { assembleNetwork, feePolicyOf } from '../../assemble.ts';
import { areCertain, estimateMetric } from '../estimate-metric.ts';
import type { OwnPart } from '../own-part.ts';
import type { QuestionContext } from '../question.ts';

/** How traffic shifts balances, and what circular payments could restore. */
export interface RebalancingAnswer {
  /** Mean length of a run, seconds: amounts are what one run moves. */
  readonly runS: number;
  readonly run: Estimate;
  readonly cycles: readonly Rebalancing[];
  /** Drift that no circular payment restores, by channel end, the largest first. */
  readonly drains: readonly Drain[];
  /** Ends that ran dry in a run, by drift or by the ups and downs of traffic, the soonest first. */
  readonly dryEnds: readonly DryEnd[];
}

/** How soon one end has nothing left, or too little for a payment, as replications have shown. */
export interface DryEnd {
  readonly channel: string;
  readonly node: NodeName;
  readonly partner: NodeName;
  /** In so many of so many runs. */
  readonly runs: number;
  readonly of: number;
  /** Seconds to the first time, in the run in the middle; null: most runs end before. */
  readonly afterS: number | null;
  /** Of that middle; absent: so few runs cannot show it. The second is null where it may be after the end of runs. */
  readonly interval?: readonly [soonest: number | null, latest: number | null];
}

/** A flow that one run moves. */
export interface MovedAmount {
  /** Moved by one run, smallest units. */
  readonly amount: Amount;
  readonly interval: Interval;
}

/** A circular payment: each node pays the next, the last one the first. */
interface Rebalancing extends MovedAmount {
  readonly path: readonly NodeName[];
  readonly channels: readonly string[];
  /** The sum that mediators on the way ask for it. */
  readonly fee: Amount;
  /** Without it the first of its ends runs dry after so many seconds, as seen or as it drifts. */
  readonly dryAfterS: number;
}

/** A channel end that loses more than it gets back, as part of a flow from payers to payees. */
interface Drain extends MovedAmount {
  readonly channel: string;
  readonly node: NodeName;
  readonly partner: NodeName;
}

/**
 * How the traffic shifts balances in one run, on average, and which circular payments undo it: the drift of all
 * channels is a flow, whose cycles can be paid back around and whose rest leads from those who pay more than they
 * get to those who get more.
 */
export async function driftCycles({
  base,
  spec,
  laboratory,
  own,
}: QuestionContext): Promise<RebalancingAnswer> {
  const network = assembleNetwork(base.scenario);
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  const run = estimateMetric(rows, 'traffic_s');
  const runS = run.mean;
  const drifts = driftsOf(network, rows);
  const policy = feePolicyOf(base.scenario);
  const isOwn = ({ node }: Pick<Drain, 'node'>): boolean => own.decidesFor(node);
  const dryEnds = dryEndsOf(network, rows).filter(isOwn);
  const cycles: Rebalancing[] = [];
  for (let cycle = cycleIn(drifts, own); cycle !== undefined; cycle = cycleIn(drifts, own)) {
    const payment = rebalancing(network, cycle, { runS, policy, dryEnds });
    cycles.push(payment);
    for (const drift of cycle) {
      drift.left -= payment.amount;
      drift.taken += Number(payment.amount);
    }
  }
  const drains = drifts
    .filter(({ left }) => left > 0n)
    .map((drift): Drain => {
      const { channel, from: node, to: partner, left: amount } = drift;
      return { channel, node, partner, amount, interval: intervalOf(drift) };
    })
    .filter(isOwn)
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
  return { runS, run, cycles: cycles.sort((a, b) => a.dryAfterS - b.dryAfterS), drains, dryEnds };
}

/** The loss of one channel end to the other in a run; `left` is what no cycle has taken yet. */
interface Drift {
  readonly channel: string;
  readonly from: NodeName;
  readonly to: NodeName;
  /** Of the losing end, at the start. */
  readonly balance: Amount;
  left: Amount;
  /** Taken by cycles so far. */
  taken: number;
  /** Of all that it loses. */
  readonly lost: Estimate;
}

function intervalOf({ lost: { interval }, taken }: Drift): Interval {
  return [Math.max(0, interval[0] - taken), Math.max(0, interval[1] - taken)];
}

function driftsOf(network: Network, rows: readonly Replication[]): readonly Drift[] {
  const sent = new Map<string, Amount[]>();
  for (const { channel, end, netSent } of rows.flatMap(({ ends }) => ends))
    if (end === 0) sent.set(channel, [...(sent.get(channel) ?? []), netSent]);
  return [...sent]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([channel, amounts]) => {
      const mean = amounts.reduce((all, amount) => all + amount, 0n) / BigInt(Math.max(1, rows.length));
      if (mean === 0n) return [];
      // Replications that did not use the channel have no row of it.
      const idle = Array.from({ length: rows.length - amounts.length }, () => 0);
      const sign = mean > 0n ? 1 : -1;
      const lost = estimate([...amounts.map((amount) => sign * Number(amount)), ...idle]);
      const [first, second] = network.extremities(channel);
      const balance = network.getEdgeAttribute(channel, 'balance');
      return mean > 0n
        ? [{ channel, from: first, to: second, balance: balance[0], left: mean, taken: 0, lost }]
        : [{ channel, from: second, to: first, balance: balance[1], left: -mean, taken: 0, lost }];
    });
}

/**
 * A cycle of drifts that are left, each from the node the one before leads to; depth first, by edge key. An own node
 * can pay only around itself.
 */
function cycleIn(drifts: readonly Drift[], { nodes }: OwnPart): readonly Drift[] | undefined {
  const leaving = new Map<NodeName, Drift[]>();
  for (const drift of drifts)
    if (drift.left > 0n) leaving.set(drift.from, [...(leaving.get(drift.from) ?? []), drift]);
  const finished = new Set<NodeName>();
  for (const start of nodes ?? leaving.keys()) {
    const search = nodes === undefined ? { finished } : { finished: new Set<NodeName>(), isAround: true };
    const cycle = cycleFrom(start, { leaving, ...search });
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

interface Search {
  readonly leaving: ReadonlyMap<NodeName, readonly Drift[]>;
  /** Nodes from which no cycle is reached. */
  readonly finished: Set<NodeName>;
  /** True: only a cycle that the first node is part of. */
  readonly isAround?: boolean;
}

// A stack of our own: paths are as long as the network has nodes.
function cycleFrom(
  start: NodeName,
  { leaving, finished, isAround = false }: Search,
): readonly Drift[] | undefined {
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
    if (met === 0 || (met > 0 && !isAround)) return [...path.slice(met), drift];
    if (met > 0 || finished.has(drift.to)) continue;
    path.push(drift);
    nodes.push(drift.to);
    next.push(0);
  }
  return undefined;
}

// The nodes that lost are paid back: the payment goes around the other way.
function rebalancing(
  network: Network,
  cycle: readonly Drift[],
  { runS, policy, dryEnds }: Pick<RebalancingAnswer, 'runS' | 'dryEnds'> & { readonly policy: FeePolicy },
): Rebalancing {
  const back = [...cycle].reverse();
  const path = back.map(({ to }) => to);
  const tightest = cycle.reduce((least, drift) => (drift.left < least.left ? drift : least));
  const { left: amount } = tightest;
  const interval = intervalOf(tightest);
  const drySeconds = cycle.map(({ channel, from, balance }) => {
    const seenEnd = dryEnds.find((end) => end.channel === channel && end.node === from);
    return seenEnd?.afterS ?? (Number(balance) / Number(amount)) * runS;
  });
  return {
    path,
    channels: back.map(({ channel }) => channel),
    amount,
    interval,
    fee: feeOf(network, { policy, path, channel: cycle[0]?.channel as string }, amount),
    dryAfterS: Math.min(...drySeconds),
  };
}

/**
 * The fees of the mediators that pass that amount on, each beside those of the ones after it; a penalty for imbalance
 * would be a reward here, and is left out.
 */
function feeOf(
  network: Network,
  {
    policy,
    path,
    channel,
  }: { readonly policy: FeePolicy; readonly path: readonly NodeName[]; readonly channel: string },
  amount: Amount,
): Amount {
  const token = network.getEdgeAttribute(channel, 'token');
  const carried = path.slice(1).reduceRight((out, node) => {
    const schedule = { ...(network.getNodeAttribute(node, 'fees')?.[token] ?? NO_FEES), imbalancePpm: 0 };
    return policy.amountIn({ ...PLENTY, scheduleIn: schedule, scheduleOut: schedule }, out) ?? out;
  }, amount);
  return carried - amount;
}

// The formula ends where balances do; whether these are there is not the question.
const PLENTY = {
  balanceIn: MAX_AMOUNT,
  balanceOut: MAX_AMOUNT,
  receivable: MAX_AMOUNT,
  capacityIn: MAX_AMOUNT,
  capacityOut: MAX_AMOUNT,
};

function dryEndsOf(network: Network, rows: readonly Replication[]): readonly DryEnd[] {
  const moments = new Map<string, DryMoment[]>();
  for (const moment of rows.flatMap(({ dryEnds }) => dryEnds)) {
    const key = `${moment.channel} ${moment.end}`;
    moments.set(key, [...(moments.get(key) ?? []), moment]);
  }
  return [...moments.values()]
    .flatMap((list): readonly DryEnd[] => {
      const { channel, end } = list[0] as DryMoment;
      // Where replications draw networks, a channel may be another one in each.
      if (!network.hasEdge(channel)) return [];
      const node = network.extremities(channel)[end];
      const partner = network.opposite(node, channel);
      return [{ channel, node, partner, runs: list.length, of: rows.length, ...middleOf(list, rows) }];
    })
    .sort((a, b) => (a.afterS ?? NEVER) - (b.afterS ?? NEVER) || b.runs - a.runs);
}

const NEVER = Number.MAX_VALUE;

// Runs in which it did not run dry would have had to be longer.
function middleOf(
  moments: readonly DryMoment[],
  rows: readonly Replication[],
): Pick<DryEnd, 'afterS' | 'interval'> {
  const never = Array.from({ length: rows.length - moments.length }, () => NEVER);
  const times = ascending([...moments.map(({ atS }) => atS), ...never]);
  const seconds = (time: number): number | null => (time === NEVER ? null : time);
  const afterS = seconds(percentile(times, 50));
  if (areCertain(rows)) return { afterS, interval: [afterS, afterS] };
  const middle = quantileEstimate(times, 0.5);
  if (middle === undefined) return { afterS };
  const [soonest, latest] = middle.interval;
  return { afterS, interval: [seconds(soonest), seconds(latest)] };
}
