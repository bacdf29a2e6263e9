import type { Standing } from '../../model/plan/measured-plan.ts';
import type { MeasuredRun } from '../../model/plan/replication.ts';
import { metricName, paymentsOf } from '../../model/run/selected-metric.ts';
import { stands } from '../../model/scenario/threshold.ts';
import { type Expectation, PERIODS } from '../../model/scenario/expectation.ts';
import { CONFIDENCE, type Estimate, estimate, shareEstimate } from '../../statistics/estimate.ts';

/**
 * The mean of a metric over replications, with its interval: Student's, of shares and of counts of failed payments that
 * of shares. Replications in which chance decided nothing say all there is to say.
 */
export function estimateMetric(
  all: readonly MeasuredRun[],
  metric: string,
  confidence = CONFIDENCE,
): Estimate {
  const replications = all.filter((each) => hasFigure(each, metric));
  const values = replications.map(({ metrics }) => metrics[metric] ?? 0);
  const least = metricName(metric) === 'profit' ? Number.NEGATIVE_INFINITY : 0;
  const student = estimate(values, { bounds: [least, Number.POSITIVE_INFINITY], confidence });
  const isCertain = areCertain(replications);
  if (isCertain) return { ...student, interval: [student.mean, student.mean] };
  const payments = replications.map(({ metrics }) => metrics[paymentsOf(metric)] ?? 0);
  const of = estimate(payments).mean;
  const name = metricName(metric);
  if (SHARES.includes(name)) return shareEstimate(values, { of, isCertain, confidence });
  if (!FAILURES.test(name)) return student;
  const shares = values.map((value, at) => value / Math.max(1, payments[at] as number));
  const [low, high] = shareEstimate(shares, { of, isCertain, confidence }).interval;
  return { ...student, interval: [low * of, high * of] };
}

/** Whether the replication shows the metric: a rate of selected payments is shown only by one that has such payments. */
export function hasFigure({ metrics }: MeasuredRun, metric: string): boolean {
  return metrics[metric] !== undefined || metricName(metric) === metric;
}

/** Whether chance decided nothing in them. */
export function areCertain([first]: readonly MeasuredRun[]): boolean {
  return first?.isCertain === true;
}

// Metrics whose values lie between 0 and 1; of others it is known that they are at least 0.
const SHARES: readonly string[] = [
  'success_rate',
  'volume_rate',
  'imbalance_mean',
  'online_share',
  ...Object.keys(PERIODS),
];

// Parts of all payments that may be too rare to be seen.
const FAILURES = /^(?:failed|lost_to_.*|failures\..*)$/;

/** Whether the goal holds of the mean: for sure, surely not, or too close to tell. */
export function standingOf({ interval: [low, high] }: Estimate, { relation, value }: Expectation): Standing {
  const [atLow, atHigh] = [stands(low, relation, value), stands(high, relation, value)];
  if (atLow && atHigh) return 'met';
  const isBetween = relation === '==' && low <= value && value <= high;
  return atLow || atHigh || isBetween ? 'undecided' : 'missed';
}
