import { type Amount, MAX_AMOUNT } from '../../../model/network/amount.ts';
import { NO_FEES } from '../../../model/network/fees.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import type { FeePolicy } from '../../../ports/fee-policy.ts';
import { type Estimate, estimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceAbove } from '../../../statistics/false-discoveries.ts';
import type { Interval } from '../../../statistics/share-interval.ts';
import { assembleNetwork, feePolicyOf } from '../../assemble.ts';
import { estimateMetric } from '../estimate-metric.ts';
import type { QuestionContext } from '../question.ts';
import { circlesOf, type ChannelDrift, leavingOf } from './drift-circles.ts';
import { type DryEnd, dryEndsOf } from './dry-ends.ts';

/** How traffic shifts balances, and what circular payments could restore. */
export interface RebalancingAnswer {
  /** Mean length of a run, seconds: amounts are what one run moves. */
  readonly runS: number;
  readonly run: Estimate;
  readonly cycles: readonly Rebalancing[];
  /** ChannelDrift that these circular payments leave, by channel end, the largest first. */
  readonly drains: readonly Drain[];
  /** Ends that ran dry in a run, by drift or by the ups and downs of traffic, the soonest first. */
  readonly dryEnds: readonly DryEnd[];
}

/** A flow that one run moves; found in one half of the replications, told by the other. */
export interface MovedAmount {
  /** Moved by one run, smallest units. */
  readonly amount: Amount;
  readonly interval: Interval;
  /** Whether chance alone may have made it, as one of so many that were looked at. */
  readonly mayBeChance: boolean;
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
  /** Whether a circular payment could restore it in place of one of those above. */
  readonly isOnCircle: boolean;
}

/**
 * How the traffic shifts balances in one run, on average, and which circular payments undo it: the drift of all
 * channels is a flow, of which as much as possible is paid back around; the rest leads from those who pay more than they
 * get to those who get more.
 */
export async function driftCycles({
  base,
  spec,
  laboratory,
  own,
  seeds,
}: QuestionContext): Promise<RebalancingAnswer> {
  const network = assembleNetwork(base.scenario);
  const count = spec.replications;
  const [rows = [], choosingRows = []] = await laboratory.replicationsOf(
    [seeds.telling, seeds.choosing].map((first) => ({ experiment: base, count, first })),
  );
  const run = estimateMetric(rows, 'traffic_s');
  const runS = run.mean;
  const drifts = driftsOf(network, choosingRows, rows);
  const policy = feePolicyOf(base.scenario);
  const isOwn = ({ node }: Pick<Drain, 'node'>): boolean => own.decidesFor(node);
  const dryEnds = dryEndsOf(network, rows).filter(isOwn);
  const cycles = circlesOf(drifts, own).map(({ cycle, amount }) =>
    rebalancing(network, cycle, { runS, policy, dryEnds, amount }),
  );
  const drains = drainsOf(drifts)
    .filter(isOwn)
    .sort((a, b) => Number(b.amount > a.amount) - Number(a.amount > b.amount));
  return {
    runS,
    run,
    cycles: withoutChance(cycles.sort((a, b) => a.dryAfterS - b.dryAfterS)),
    drains: withoutChance(drains),
    dryEnds,
  };
}

type Chanced<Moved> = Omit<Moved, 'mayBeChance'> & { readonly chance: number };

function withoutChance<Moved>(found: readonly Chanced<Moved>[]): readonly Moved[] {
  const areBeyond = beyondChance(found.map(({ chance }) => chance));
  return found.map(
    ({ chance: _chance, ...moved }, at) => ({ ...moved, mayBeChance: !areBeyond[at] }) as Moved,
  );
}

/** The part of a drift that circles leave, as the replications that did not choose these show it. */
function movedOf(
  { lost, amount: whole }: ChannelDrift,
  taken: Amount,
): Pick<MovedAmount, 'amount' | 'interval'> & { readonly chance: number } {
  const rest = Number(taken);
  const shift = lost.mean - Number(whole);
  const amount = whole - taken + BigInt(Math.round(shift));
  const interval: Interval = [Math.max(0, lost.interval[0] - rest), Math.max(0, lost.interval[1] - rest)];
  return { amount: amount > 0n ? amount : 0n, interval, chance: chanceAbove(lost, rest) };
}

function drainsOf(drifts: readonly ChannelDrift[]): Chanced<Drain>[] {
  const reached = new Map<NodeName, ReadonlySet<NodeName>>();
  return drifts.flatMap((drift) => {
    const { channel, from: node, to: partner } = drift;
    if (drift.amount === drift.taken) return [];
    const places = reached.get(partner) ?? reachedFrom(partner, drifts);
    reached.set(partner, places);
    return [{ channel, node, partner, isOnCircle: places.has(node), ...movedOf(drift, drift.taken) }];
  });
}

function reachedFrom(start: NodeName, drifts: readonly ChannelDrift[]): ReadonlySet<NodeName> {
  const next = leavingOf(drifts);
  const places = new Set([start]);
  for (const place of places) for (const { to } of next.get(place) ?? []) places.add(to);
  return places;
}

function driftsOf(
  network: Network,
  rows: readonly Replication[],
  otherRows: readonly Replication[],
): readonly ChannelDrift[] {
  const [sent, sentByOthers] = [sentAmounts(rows), sentAmounts(otherRows)];
  return [...sent]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([channel, amounts]): readonly ChannelDrift[] => {
      const mean = amounts.reduce((all, amount) => all + amount, 0n) / BigInt(Math.max(1, rows.length));
      if (mean === 0n) return [];
      // Replications that did not use the channel have no row of it.
      const others = sentByOthers.get(channel) ?? [];
      const idle = Array.from({ length: otherRows.length - others.length }, () => 0);
      const sign = mean > 0n ? 1 : -1;
      const lost = estimate([...others.map((amount) => sign * Number(amount)), ...idle]);
      const [first, second] = network.extremities(channel);
      const balance = network.getEdgeAttribute(channel, 'balance');
      return mean > 0n
        ? [
            {
              channel,
              from: first,
              to: second,
              balance: balance[0],
              amount: mean,
              lost,
              left: mean,
              taken: 0n,
            },
          ]
        : [
            {
              channel,
              from: second,
              to: first,
              balance: balance[1],
              amount: -mean,
              lost,
              left: -mean,
              taken: 0n,
            },
          ];
    });
}

/** The net amount that the first end of each channel sent in each replication that used it. */
function sentAmounts(rows: readonly Replication[]): ReadonlyMap<string, readonly Amount[]> {
  const sent = new Map<string, Amount[]>();
  for (const { channel, end, netSent } of rows.flatMap(({ ends }) => ends))
    if (end === 0) sent.set(channel, [...(sent.get(channel) ?? []), netSent]);
  return sent;
}

// The nodes that lost are paid back: the payment goes around the other way.
function rebalancing(
  network: Network,
  cycle: readonly ChannelDrift[],
  {
    runS,
    policy,
    dryEnds,
    amount,
  }: Pick<RebalancingAnswer, 'runS' | 'dryEnds'> & { readonly policy: FeePolicy; readonly amount: Amount },
): Chanced<Rebalancing> {
  const back = [...cycle].reverse();
  const path = back.map(({ to }) => to);
  const byOthers = cycle.map(({ taken }) => taken - amount);
  const parts = cycle.map((drift, at) => movedOf(drift, byOthers[at] as Amount));
  // Chosen by the replications that choose: the least of what the others show would be too low.
  const left = cycle.map(({ amount: whole }, at) => whole - (byOthers[at] as Amount));
  const least = left.reduce((one, each) => (each < one ? each : one));
  const tightest = parts[left.indexOf(least)] as (typeof parts)[number];
  const drySeconds = cycle.map(({ channel, from, balance }) => {
    const seenEnd = dryEnds.find((end) => end.channel === channel && end.node === from);
    return seenEnd?.afterS ?? (Number(balance) / Number(amount)) * runS;
  });
  return {
    path,
    channels: back.map(({ channel }) => channel),
    ...tightest,
    chance: Math.max(...parts.map(({ chance }) => chance)),
    fee: feeOf(network, { policy, path, channel: cycle[0]?.channel as string }, tightest.amount),
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
