import { gather } from '../../../model/gather.ts';
import { type Amount, MAX_AMOUNT } from '../../../model/network/amount.ts';
import { NO_FEES } from '../../../model/network/fees.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type {
  CircularPayment,
  Drain,
  Depletion,
  MovedAmount,
  RebalancingAnswer,
} from '../../../model/plan/answers.ts';
import type { FirstDepletion, Replication } from '../../../model/plan/replication.ts';
import type { FeePolicy } from '../../../ports/fee-policy.ts';
import { estimate, quantileEstimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceAbove } from '../../../statistics/false-discoveries.ts';
import type { Interval } from '../../../statistics/share-interval.ts';
import { assembleNetwork, feePolicyOf } from '../../assemble.ts';
import { areCertain, estimateMetric } from '../estimate-metric.ts';
import type { Question, QuestionContext } from '../question.ts';
import { type ChannelDrift, circleOver, circlesOf, type DriftCircle, leavingOf } from './drift-circles.ts';
import { withPlenty } from './funding-rules.ts';
import { ascending, percentile } from '../../../statistics/percentile.ts';

/** How the traffic shifts balances, and which circular payments restore them. */
export const rebalance: Question<'rebalance'> = { name: 'rebalance', settings: [], answer: driftCycles };

/**
 * The drift of all channels in one run, on average, is a flow: its circles are paid back around, the shortest first, and
 * the rest leads from those who pay more than they get to those who get more.
 */
async function driftCycles({
  base,
  spec: { replications: count, horizonMs },
  laboratory,
  own,
  seeds,
}: QuestionContext): Promise<RebalancingAnswer> {
  const network = assembleNetwork(base.scenario);
  const [rows = [], choosingRows = [], filledRows = []] = await laboratory.replicationsOf([
    { experiment: base, count, first: seeds.telling },
    { experiment: base, count, first: seeds.choosing },
    { experiment: await withPlenty(base, own), count, first: seeds.telling },
  ]);
  // The weekly drain counts the time after the last payment, too.
  const run =
    horizonMs === undefined ? estimateMetric(rows, 'traffic_s') : estimate(rows.map(() => horizonMs / 1000));
  const drifts = driftsOf(network, choosingRows, rows);
  const circles = circlesOf(drifts, own);
  const keyOf = ({ channel, from }: ChannelDrift): string => `${channel} ${from}`;
  const filled = new Map(driftsOf(network, filledRows, filledRows).map((drift) => [keyOf(drift), drift]));
  const isOwn = ({ node }: Pick<Drain, 'node'>): boolean => own.decidesFor(node);
  const depletions = depletionsOf(network, rows).filter(isOwn);
  const setting = { network, runS: run.mean, policy: feePolicyOf(base.scenario), depletions };
  const cycles = circles.map((circle) => circularPayment(circle, setting));
  const areBeyond = beyondChance(cycles.map(({ chance }) => chance));
  // The circular payments that the answer recommends are made then, too, and no others.
  for (const [at, { cycle, amount }] of circles.entries()) {
    if (!areBeyond[at]) for (const drift of cycle) drift.taken -= amount;
    const same = cycle.flatMap((drift) => filled.get(keyOf(drift)) ?? []);
    if (areBeyond[at] && same.length === cycle.length) circleOver(same);
  }
  return {
    run,
    cycles: withoutChance<CircularPayment>(cycles.toSorted((a, b) => a.dryAfterS - b.dryAfterS)),
    drains: withoutChance<Drain>(
      drainsOf(drifts, (drift) => filled.get(keyOf(drift))?.left ?? 0n)
        .filter(isOwn)
        .sort((a, b) => Number(b.amount > a.amount) - Number(a.amount > b.amount)),
    ),
    dryEnds: depletions,
  };
}

type Chanced<Moved> = Omit<Moved, 'mayBeChance'> & { readonly chance: number };

function withoutChance<Moved extends MovedAmount>(moves: readonly Chanced<Moved>[]): readonly Moved[] {
  const areBeyond = beyondChance(moves.map(({ chance }) => chance));
  return moves.map(
    ({ chance: _chance, ...moved }, at) => ({ ...moved, mayBeChance: !areBeyond[at] }) as unknown as Moved,
  );
}

/** The part of a drift that circles leave, as the replications that did not choose these show it. */
function movedOf({ lost, amount: whole }: ChannelDrift, taken: Amount): Chanced<MovedAmount> {
  const rest = Number(taken);
  const amount = whole - taken + BigInt(Math.round(lost.mean - Number(whole)));
  const interval: Interval = [Math.max(0, lost.interval[0] - rest), Math.max(0, lost.interval[1] - rest)];
  return { amount: amount > 0n ? amount : 0n, interval, chance: chanceAbove(lost, rest) };
}

function drainsOf(
  drifts: readonly ChannelDrift[],
  leftWhenFilled: (drift: ChannelDrift) => Amount,
): Chanced<Drain>[] {
  const reached = new Map<NodeName, ReadonlySet<NodeName>>();
  return drifts.flatMap((drift) => {
    const { channel, from: node, to: partner } = drift;
    if (drift.amount === drift.taken) return [];
    const places = reached.get(partner) ?? reachedFrom(partner, drifts);
    reached.set(partner, places);
    const whenFilled = leftWhenFilled(drift);
    const isOnCircle = places.has(node);
    return [{ channel, node, partner, isOnCircle, whenFilled, ...movedOf(drift, drift.taken) }];
  });
}

function reachedFrom(start: NodeName, drifts: readonly ChannelDrift[]): ReadonlySet<NodeName> {
  const next = leavingOf(drifts);
  const places = new Set([start]);
  for (const place of places) for (const { to } of next.get(place) ?? []) places.add(to);
  return places;
}

function driftsOf(network: Network, rows: readonly Replication[], otherRows: readonly Replication[]) {
  const [sent, sentByOthers] = [sentAmounts(rows), sentAmounts(otherRows)];
  return [...sent]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([channel, amounts]): readonly ChannelDrift[] => {
      const mean = amounts.reduce((all, amount) => all + amount, 0n) / BigInt(Math.max(1, rows.length));
      if (mean === 0n) return [];
      // Replications that did not use the channel have no row of it.
      const others = sentByOthers.get(channel) ?? [];
      const idle = Array.from({ length: otherRows.length - others.length }, () => 0);
      const [sign, losing] = mean > 0n ? [1n, 0 as const] : [-1n, 1 as const];
      const lost = estimate([...others.map((amount) => Number(sign * amount)), ...idle]);
      const from = network.extremities(channel)[losing];
      const to = network.opposite(from, channel);
      const balance = network.getEdgeAttribute(channel, 'balance')[losing];
      const amount = sign * mean;
      return [{ channel, from, to, balance, amount, lost, left: amount, taken: 0n }];
    });
}

/** The net amount that the first end of each channel sent in each replication that used it. */
function sentAmounts(rows: readonly Replication[]): ReadonlyMap<string, readonly Amount[]> {
  const sent = new Map<string, Amount[]>();
  for (const { channel, end, netSent } of rows.flatMap(({ ends }) => ends))
    if (end === 0) sent.set(channel, [...(sent.get(channel) ?? []), netSent]);
  return sent;
}

interface Setting {
  readonly network: Network;
  readonly runS: number;
  readonly policy: FeePolicy;
  readonly depletions: readonly Depletion[];
}

// The nodes that lost are paid back: the payment goes around the other way.
function circularPayment(
  { cycle, amount }: DriftCircle,
  { network, runS, policy, depletions }: Setting,
): Chanced<CircularPayment> {
  const back = [...cycle].reverse();
  const path = back.map(({ to }) => to);
  const byOthers = cycle.map(({ taken }) => taken - amount);
  const parts = cycle.map((drift, at) => movedOf(drift, byOthers[at] as Amount));
  // Chosen by the replications that choose: the least of the others' would be too low.
  const left = cycle.map(({ amount: whole }, at) => whole - (byOthers[at] as Amount));
  const least = left.reduce((one, each) => (each < one ? each : one));
  const tightest = parts[left.indexOf(least)] as (typeof parts)[number];
  const secondsToDepletion = cycle.map(({ channel, from, balance }) => {
    const depletion = depletions.find((end) => end.channel === channel && end.node === from);
    return depletion?.afterS ?? (Number(balance) / Number(amount)) * runS;
  });
  return {
    path,
    channels: back.map(({ channel }) => channel),
    ...tightest,
    chance: Math.max(...parts.map(({ chance }) => chance)),
    fee: feeOf({ network, policy }, path, { amount: tightest.amount, channel: cycle[0]?.channel as string }),
    dryAfterS: Math.min(...secondsToDepletion),
  };
}

/**
 * The fees of the mediators that pass that amount on, each beside those of the ones after it; a penalty for imbalance
 * would be a reward here, and is left out.
 */
function feeOf(
  { network, policy }: Pick<Setting, 'network' | 'policy'>,
  path: readonly NodeName[],
  { amount, channel }: { readonly amount: Amount; readonly channel: string },
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

/** The ends depleted in some replication, the soonest first. */
function depletionsOf(network: Network, rows: readonly Replication[]): readonly Depletion[] {
  const moments = new Map<string, FirstDepletion[]>();
  for (const moment of rows.flatMap(({ depletedEnds }) => depletedEnds))
    gather(moments, `${moment.channel} ${moment.end}`, moment);
  return [...moments.values()]
    .flatMap((list): readonly Depletion[] => {
      const { channel, end } = list[0] as FirstDepletion;
      // Where replications draw networks, a channel may be another one in each.
      if (!network.hasEdge(channel)) return [];
      const node = network.extremities(channel)[end];
      const partner = network.opposite(node, channel);
      return [{ channel, node, partner, runs: list.length, of: rows.length, ...middleOf(list, rows) }];
    })
    .sort((a, b) => (a.afterS ?? NEVER) - (b.afterS ?? NEVER) || b.runs - a.runs);
}

const NEVER = Number.MAX_VALUE;

// Runs that did not deplete the end were too short to do so.
function middleOf(
  moments: readonly FirstDepletion[],
  rows: readonly Replication[],
): Pick<Depletion, 'afterS' | 'interval'> {
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
