import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import type { ReplenishRecord } from '../../model/disturbances/replenish.ts';
import type { DISTURBANCE_METRICS, METRICS, REPLENISH_METRICS, RunMetrics } from '../../model/run/metrics.ts';
import { snapshotAt, type StoredRun } from '../../model/run/run.ts';
import { ChannelBalances } from './channel-balances.ts';
import { failuresByReason, type PaymentTally } from './payment-tally.ts';
import { RunTally } from './run-tally.ts';
import { percentile } from '../../statistics/percentile.ts';
import type { Amount } from '../../model/network/amount.ts';
import { withoutEarlier } from '../../model/earlier-transfers.ts';
import type { DisturbanceRecord } from '../../model/disturbances/disturbance.ts';
import type { ModelCheck } from '../../model/run/trace.ts';

type Metrics = Record<keyof typeof METRICS, number>;

/** The figures that metrics are computed from; a run that broke off has no balances. */
interface MetricsSource {
  readonly tally: Pick<RunTally, 'payments' | 'operations' | 'unexpected' | 'lastEndedAtMs'>;
  readonly endBalances: ChannelBalances | undefined;
}

/**
 * Every metric of a run by its name (model/run/metrics.ts), then `failures.REASON` for each reason that
 * occurred. Percentiles are exact by nearest rank; a run that broke off has 0 for what needs an end state.
 */
export function metricsOf(
  run: StoredRun,
  { tally, endBalances }: MetricsSource = {
    tally: RunTally.of(run),
    endBalances: run.end && new ChannelBalances(run.end),
  },
): RunMetrics {
  const { payments } = tally;
  const { counts, count, pathLengths } = payments;
  const [volume, attempted] = [Number(payments.volume), Number(payments.attempted)];
  const fees = Number(payments.fees);
  const latenciesMs = payments.latenciesMs.ascending();
  const named: Metrics = {
    operations: tally.operations,
    payments: count,
    ...counts,
    success_rate: ratio(counts.succeeded, count),
    unexpected_outcomes: tally.unexpected,
    volume,
    volume_rate: ratio(volume, attempted),
    fees,
    fee_share: ratio(fees, volume),
    path_length_mean: ratio(
      pathLengths.reduce((sum, path) => sum + path.hops * path.count, 0),
      pathLengths.reduce((sum, path) => sum + path.count, 0),
    ),
    path_length_max: pathLengths.at(-1)?.hops ?? 0,
    ...latenciesAt((percent) => percentile(latenciesMs, percent)),
    drained_channels: endBalances?.depletedCount ?? 0,
    imbalance_mean: endBalances?.meanImbalance ?? 0,
    locked_at_end: Number(lockedAtEnd(run)),
    duration_s: tally.lastEndedAtMs / 1000,
    differences: run.comparison?.differences ?? run.load?.findings.length ?? 0,
    ...ofLoad(run),
  };
  const { disturbances } = run;
  const failures = failuresByReason(run, payments).map(
    ({ reason, count: failed }) => [`failures.${reason}`, failed] as const,
  );
  return {
    ...named,
    ...(disturbances && disturbanceMetrics(disturbances, payments)),
    ...(disturbances?.replenish && replenishMetrics(disturbances.replenish)),
    ...Object.fromEntries(failures.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

// Of a load its one count stands for its payments: of a long one only some records are kept.
function ofLoad({ load, records }: StoredRun): Partial<Metrics> {
  if (load === undefined) return {};
  const { counts } = resolvedCounts(load.aggregate, records);
  const { operations, payments, succeeded, failed, indeterminate, volume, attemptedVolume } = counts;
  return {
    operations,
    payments,
    succeeded,
    failed,
    indeterminate,
    success_rate: ratio(succeeded, payments),
    volume,
    volume_rate: ratio(volume, attemptedVolume),
    // To three digits.
    ...(load.kept.kind === 'all' ? {} : latenciesAt((percent) => load.aggregate.paid.percentileMs(percent))),
    duration_s: counts.lastEndedAtMs / 1000,
  };
}

function latenciesAt(percentileMs: (percent: number) => number) {
  const [p50, p95, p99] = [50, 95, 99].map(percentileMs) as [number, number, number];
  return { latency_p50_ms: p50, latency_p95_ms: p95, latency_p99_ms: p99 };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

// The amount still locked when nodes were last read; each transfer counts once though both its nodes list it.
export function lockedAtEnd(run: Pick<StoredRun, 'readings'>): Amount {
  const { pending } = snapshotAt('end', { readings: run.readings.map(withoutEarlier(run.readings)) });
  const locked = new Map<string, Amount>();
  for (const transfers of pending.values())
    for (const { tokenNetworkAddress, channelIdentifier, paymentIdentifier, lockedAmount } of transfers)
      locked.set(`${tokenNetworkAddress} ${channelIdentifier} ${paymentIdentifier}`, lockedAmount);
  return [...locked.values()].reduce((sum, amount) => sum + amount, 0n);
}

const ABSENCES: readonly ModelCheck[] = ['source-online', 'target-online', 'mediator-online'];
const GRIEFINGS: readonly ModelCheck[] = ['not-held', 'pending-locks'];

function replenishMetrics(
  records: readonly ReplenishRecord[],
): Readonly<Record<keyof typeof REPLENISH_METRICS, number>> {
  const sum = (of: (record: ReplenishRecord) => number | bigint): number =>
    records.reduce((all, record) => all + Number(of(record)), 0);
  return {
    replenished: sum(({ done }) => done),
    replenished_amount: sum(({ amount }) => amount),
    replenish_refused: sum(({ refused }) => refused),
    replenish_transactions: sum(({ transactions }) => transactions),
    replenish_paid: sum(({ paid }) => paid),
    replenish_added_mean: sum(({ addedMean }) => addedMean),
  };
}

// The effects of churn, griefing and faulty messages; a payment counts as lost to what its trace blames.
function disturbanceMetrics(
  { online, held, messages, untilMs }: DisturbanceRecord,
  { stoppedBy }: PaymentTally,
): Readonly<Record<keyof typeof DISTURBANCE_METRICS, number>> {
  const lostTo = (checks: readonly ModelCheck[]): number =>
    checks.reduce((sum, check) => sum + (stoppedBy.get(check) ?? 0), 0);
  const heldMs = held.tokens
    .flatMap(({ means, stepMs }) =>
      means.map((mean, index) => mean * Math.min(stepMs, untilMs - index * stepMs)),
    )
    .reduce((sum, each) => sum + each, 0);
  return {
    online_share: online.share,
    absences: online.absences,
    lost_to_absence: lostTo(ABSENCES),
    lost_to_griefing: lostTo(GRIEFINGS),
    transfers_held: held.transfers,
    held_mean: untilMs === 0 ? 0 : heldMs / untilMs,
    held_peak: held.tokens.reduce((sum, { peak }) => sum + Number(peak), 0),
    messages_lost: messages.lost,
  };
}
