import type { Amount } from '../../model/network/amount.ts';
import { madeOnce } from '../../model/gather.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type {
  AmountClass,
  DryMoment,
  EndUse,
  FailedPair,
  Replication,
} from '../../model/plan/replication.ts';
import type { ReplicationJob } from '../../model/plan/experiment.ts';
import type { Run } from '../../model/run/run.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import { ChannelBalances } from './channel-balances.ts';
import { metricsOf } from './metrics.ts';
import { nodeUses, selectedMetrics } from './selected-metrics.ts';
import { PaymentTally } from './payment-tally.ts';
import { isUnexpected } from './unexpected-steps.ts';
import { type ReportedPayment, reportedPayments } from './reported-payment.ts';

// Candidates for a new channel are looked for among these.
const MOST_PAIRS = 100;

/** The figures of a simulation that planning compares; payments that started before `warmUpMs` moved money but are not counted. */
export function planningFigures(
  run: Run,
  { warmUpMs, parts, metricsOnly }: Pick<ReplicationJob, 'warmUpMs' | 'parts' | 'metricsOnly'>,
): Replication {
  const all = [...reportedPayments(run)];
  const records = run.records.filter(({ startedAtMs }) => startedAtMs >= warmUpMs);
  const counted = warmUpMs === 0 ? run : { ...run, records };
  const payments = warmUpMs === 0 ? all : [...reportedPayments(counted)];
  const tally = {
    payments: PaymentTally.of(payments),
    operations: records.length,
    unexpected: records.filter((record) => isUnexpected(record, run.header)).length,
    lastEndedAtMs: records.reduce((last, { endedAtMs }) => Math.max(last, endedAtMs), 0),
  };
  const metrics = metricsOf(counted, { tally, endBalances: run.end && new ChannelBalances(run.end) });
  const measured = {
    metrics: {
      ...metrics,
      ...(parts && selectedMetrics(run, payments, parts, warmUpMs)),
      traffic_s: records.reduce((last, { startedAtMs }) => Math.max(last, startedAtMs), 0) / 1000,
    },
  };
  if (metricsOnly)
    return { ...measured, amountClasses: [], nodes: {}, ends: [], failedPairs: [], dryEnds: [] };
  const { ends, dryEnds } = channelFigures(run.start, all, warmUpMs);
  return {
    ...measured,
    amountClasses: amountClassesOf(payments),
    nodes: nodeUses(payments),
    ends,
    failedPairs: failedPairs(payments),
    dryEnds,
  };
}

function amountClassesOf(payments: readonly ReportedPayment[]): readonly AmountClass[] {
  const classes = new Map<number, { payments: number; succeeded: number }>();
  for (const { request, result } of payments) {
    const digits = request.amount.toString().length;
    const counts = madeOnce(classes, digits, () => ({ payments: 0, succeeded: 0 }));
    counts.payments += 1;
    if (result === 'succeeded') counts.succeeded += 1;
  }
  return [...classes]
    .sort(([a], [b]) => a - b)
    .map(([digits, counts]) => ({ from: 10n ** BigInt(digits - 1), ...counts }));
}

// A route that does not exist names the first end on the shortest way that holds too little.
const LACKS_MONEY: ReadonlySet<ModelCheck> = new Set(['available-balance', 'route-exists']);

function failedPairs(payments: readonly ReportedPayment[]): readonly FailedPair[] {
  const counts = new Map<string, FailedPair>();
  for (const { request, result } of payments) {
    if (result !== 'failed') continue;
    const { node: from, target: to } = request;
    const key = JSON.stringify([from, to]);
    counts.set(key, { from, to, failed: (counts.get(key)?.failed ?? 0) + 1 });
  }
  return [...counts]
    .sort(([keyA, a], [keyB, b]) => b.failed - a.failed || (keyA < keyB ? -1 : 1))
    .slice(0, MOST_PAIRS)
    .map(([, pair]) => pair);
}

/** One end of a channel: its part in the payments that count, and its balance by all of them. */
interface FollowedEnd {
  readonly use: Mutable<Omit<EndUse, 'peakSent'>>;
  readonly atStart: Amount;
  isUsed: boolean;
  /** The amount that it sent beyond what it got, now and at most. */
  sent: Amount;
  peakSent: Amount;
  isDry: boolean;
}

type Mutable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

// Channels are followed through the payments as they ended: a locked amount still counts to its payer.
function channelFigures(
  start: Network,
  payments: readonly ReportedPayment[],
  warmUpMs: number,
): Pick<Replication, 'ends' | 'dryEnds'> {
  const channels = new Map<string, readonly FollowedEnd[]>();
  const dryEnds: DryMoment[] = [];
  const endOf = (channel: string, node: NodeName): FollowedEnd | undefined =>
    madeOnce(channels, channel, () => followedEnds(start, channel)).find(({ use }) => use.node === node);
  for (const { record, request, trace } of payments.toSorted(
    (a, b) => a.record.endedAtMs - b.record.endedAtMs,
  )) {
    const counts = record.startedAtMs >= warmUpMs;
    const runDry = (followed: FollowedEnd): void => {
      const { channel, end } = followed.use;
      if (!followed.isDry) dryEnds.push({ channel, end, atS: record.endedAtMs / 1000 });
      followed.isDry = true;
    };
    const move = (followed: FollowedEnd, amount: Amount): void => {
      followed.sent += amount;
      if (followed.sent > followed.peakSent) followed.peakSent = followed.sent;
      followed.isUsed ||= counts;
      if (counts) followed.use.netSent += amount;
    };
    for (const { channel, payer, payee, amount, settled } of trace?.hops ?? []) {
      const [payerEnd, payeeEnd] = [endOf(channel, payer), endOf(channel, payee)];
      if (!settled || payerEnd === undefined || payeeEnd === undefined) continue;
      move(payerEnd, amount);
      move(payeeEnd, -amount);
      if (counts) payerEnd.use.carried += 1;
      if (payerEnd.sent >= payerEnd.atStart) runDry(payerEnd);
    }
    const { failure } = trace ?? {};
    if (failure?.channel === undefined || !LACKS_MONEY.has(failure.check)) continue;
    const lacking = endOf(failure.channel, failure.at);
    if (lacking === undefined) continue;
    runDry(lacking);
    if (!counts) continue;
    lacking.isUsed = true;
    lacking.use.lacked += 1;
    lacking.use.lackedAmount += request.amount;
  }
  const ends = [...channels]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, followed]) => followed)
    .flatMap(({ use, peakSent, isUsed }) => (isUsed ? [{ ...use, peakSent }] : []));
  return { ends, dryEnds };
}

// A channel that was opened in the run has none.
function followedEnds(start: Network, channel: string): readonly FollowedEnd[] {
  if (!start.hasEdge(channel)) return [];
  const balance = start.getEdgeAttribute(channel, 'balance');
  return BOTH_ENDS.map((end) => ({
    use: {
      channel,
      end,
      node: start.extremities(channel)[end],
      carried: 0,
      netSent: 0n,
      lacked: 0,
      lackedAmount: 0n,
    },
    atStart: balance[end],
    isUsed: false,
    sent: 0n,
    peakSent: 0n,
    isDry: false,
  }));
}

const BOTH_ENDS = [0, 1] as const;
