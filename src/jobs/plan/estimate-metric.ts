import type { GoalMetrics } from '../../model/plan/answers.ts';
import type { Standing } from '../../model/plan/measured-plan.ts';
import type { MeasuredRun } from '../../model/plan/replication.ts';
import { metricKind, metricName, paymentsOf } from '../../model/run/selected-metric.ts';
import { stands } from '../../model/scenario/threshold.ts';
import { type Expectation, isReached } from '../../model/scenario/expectation.ts';
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
  const canBeNegative = metricName(metric) === 'profit' || values.some((value) => value < 0);
  const least = canBeNegative ? Number.NEGATIVE_INFINITY : 0;
  const student = estimate(values, { bounds: [least, Number.POSITIVE_INFINITY], confidence });
  if (areCertain(replications)) return { ...student, interval: [student.mean, student.mean] };
  const payments = replications.map(({ metrics }) => metrics[paymentsOf(metric)] ?? 0);
  const of = estimate(payments).mean;
  const kind = metricKind(metric);
  if (kind === 'share') return shareEstimate(values, { of, isCertain: false, confidence });
  if (kind !== 'failed') return student;
  const shares = values.map((value, at) => value / Math.max(1, payments[at] as number));
  const [low, high] = shareEstimate(shares, { of, isCertain: false, confidence }).interval;
  return { ...student, interval: [low * of, high * of] };
}

/** Whether the replication shows the metric: a rate of selected payments is shown only by one that has such payments. */
export function hasFigure({ metrics }: MeasuredRun, metric: string): boolean {
  return metrics[metric] !== undefined || metricName(metric) === metric;
}

/** The metrics of goals by their names. */
export function goalMetrics(rows: readonly MeasuredRun[], goals: readonly Expectation[]): GoalMetrics {
  return Object.fromEntries(goals.map(({ metric }) => [metric, estimateMetric(rows, metric)]));
}

/** Whether the mean of the goal's metric meets the goal. */
export function isMet(rows: readonly MeasuredRun[], goal: Expectation): boolean {
  return isReached(goal, estimateMetric(rows, goal.metric));
}

/** Whether chance decided nothing in them. */
export function areCertain([first]: readonly MeasuredRun[]): boolean {
  return first?.isCertain === true;
}

/** Whether the goal holds of the mean: for sure, surely not, or too close to tell. */
export function standingOf({ interval: [low, high] }: Estimate, { relation, value }: Expectation): Standing {
  const [atLow, atHigh] = [stands(low, relation, value), stands(high, relation, value)];
  if (atLow && atHigh) return 'met';
  const isBetween = relation === '==' && low <= value && value <= high;
  return atLow || atHigh || isBetween ? 'undecided' : 'missed';
}
