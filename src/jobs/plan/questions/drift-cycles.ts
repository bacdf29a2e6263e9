import { type Amount, MAX_AMOUNT, smaller } from '../../../model/network/amount.ts';
import { NO_FEES } from '../../../model/network/fees.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import type { FeePolicy } from '../../../ports/fee-policy.ts';
import { type Estimate, estimate } from '../../../statistics/estimate.ts';
import type { Interval } from '../../../statistics/share-interval.ts';
import { assembleNetwork, feePolicyOf } from '../../assemble.ts';
import { estimateMetric } from '../estimate-metric.ts';
import type { QuestionContext } from '../question.ts';

/** How traffic shifts balances, and what circular payments could restore. */
export interface RebalancingAnswer {
  /** Mean length of a run, seconds: amounts are what one run moves. */
  readonly runS: number;
  readonly run: Estimate;
  readonly cycles: readonly Rebalancing[];
  /** Drift that no circular payment restores, by channel end, the largest first. */
  readonly drains: readonly Drain[];
}

/** A flow that one run moves, and how soon it empties an end. */
export interface MovedAmount {
  /** Moved by one run, smallest units. */
  readonly amount: Amount;
  readonly interval: Interval;
  /** Without rebalancing the first end runs dry after so many seconds; of the interval null is never. */
  readonly dryAfterS: number;
  readonly dryInterval: readonly [soonest: number | null, latest: number | null];
}

/** A circular payment: each node pays the next, the last one the first. */
interface Rebalancing extends MovedAmount {
  readonly path: readonly NodeName[];
  readonly channels: readonly string[];
  /** The sum that mediators on the way ask for it. */
  readonly fee: Amount;
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
export async function driftCycles({ base, spec, laboratory }: QuestionContext): Promise<RebalancingAnswer> {
  const network = assembleNetwork(base.scenario);
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  const run = estimateMetric(rows, 'traffic_s');
  const runS = run.mean;
  const drifts = driftsOf(network, rows);
  const policy = feePolicyOf(base.scenario);
  const cycles: Rebalancing[] = [];
  for (let cycle = cycleIn(drifts); cycle !== undefined; cycle = cycleIn(drifts)) {
    const payment = rebalancing(network, cycle, { runS, policy });
    cycles.push(payment);
    for (const drift of cycle) {
      drift.left -= payment.amount;
      drift.taken += Number(payment.amount);
    }
  }
  const drains = drifts
    .filter(({ left }) => left > 0n)
    .map((drift): Drain => {
      const { channel, from: node, to: partner, left: amount, balance } = drift;
      const interval = intervalOf(drift);
      return { channel, node, partner, amount, interval, ...dryTimes({ balance, amount, interval, runS }) };
    })
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
  return { runS, run, cycles: cycles.sort((a, b) => a.dryAfterS - b.dryAfterS), drains };
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

/** A cycle of drifts that are left, each from the node the one before leads to; depth first, by edge key. */
function cycleIn(drifts: readonly Drift[]): readonly Drift[] | undefined {
  const leaving = new Map<NodeName, Drift[]>();
  for (const drift of drifts)
    if (drift.left > 0n) leaving.set(drift.from, [...(leaving.get(drift.from) ?? []), drift]);
  const finished = new Set<NodeName>();
  for (const start of leaving.keys()) {
    const cycle = cycleFrom(start, { leaving, finished });
    if (cycle !== undefined) return cycle;
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

// The nodes that lost are paid back: the payment goes around the other way.
function rebalancing(
  network: Network,
  cycle: readonly Drift[],
  { runS, policy }: { readonly runS: number; readonly policy: FeePolicy },
): Rebalancing {
  const back = [...cycle].reverse();
  const path = back.map(({ to }) => to);
  const tightest = cycle.reduce((least, drift) => (drift.left < least.left ? drift : least));
  const { left: amount } = tightest;
  const interval = intervalOf(tightest);
  const leastBalance = cycle.map(({ balance }) => balance).reduce(smaller);
  return {
    path,
    channels: back.map(({ channel }) => channel),
    amount,
    interval,
    fee: feeOf(network, { policy, path, channel: cycle[0]?.channel as string }, amount),
    ...dryTimes({ balance: leastBalance, amount, interval, runS }),
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

function dryTimes({
  balance,
  amount,
  interval: [least, most],
  runS,
}: Pick<MovedAmount, 'amount' | 'interval'> & {
  readonly balance: Amount;
  readonly runS: number;
}): Pick<MovedAmount, 'dryAfterS' | 'dryInterval'> {
  const after = (moved: number): number => (Number(balance) / moved) * runS;
  const dryInterval = [most > 0 ? after(most) : null, least > 0 ? after(least) : null] as const;
  return { dryAfterS: after(Number(amount)), dryInterval };
}
