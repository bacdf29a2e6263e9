import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { selectedMetric } from '../../model/run/selected-metric.ts';
import { type Expectation, periodMetric } from '../../model/scenario/expectation.ts';
import { isLoadMetricName, LOAD_METRICS, type LoadMetricName } from '../../model/load/load-metric-names.ts';
import { reasonWords } from '../../model/run/describe-operation.ts';
import { type Aggregation, parseThreshold, type Relation } from '../../model/scenario/threshold.ts';
import { isShare, metricText, metricUnit } from './metric-text.ts';
import { durationText, percentText, readable } from './number-format.ts';

// The rest are said as they are written, with blanks.
const WORDS: Readonly<Record<string, string>> = {
  success_rate: 'success',
  volume_rate: 'success by amount',
  earned: 'fees earned',
  capital: 'capital in channels',
  return_rate: 'return in one run',
  fee_share: 'fees, as a share of what is paid',
  imbalance_mean: 'imbalance of channels',
  drained_share: 'drained channels',
  drained_channels: 'drained channels',
  path_length_mean: 'mean path length',
  path_length_max: 'longest path',
  latency_p50_ms: 'median latency',
  latency_p95_ms: 'latency of 95 %',
  latency_p99_ms: 'latency of 99 %',
  unexpected_outcomes: 'steps that ended otherwise',
  locked_at_end: 'locked at the end',
  duration_s: 'length of the run',
  online_share: 'time online',
  lost_to_absence: 'lost to absent nodes',
  lost_to_griefing: 'lost to griefing',
  transfers_held: 'payments held',
  held_mean: 'mean locked by held payments',
  held_peak: 'most locked by held payments',
  messages_lost: 'lost messages',
  locked_mean: 'mean locked on the way',
  first_drained_s: 'time to the first drained channel',
  traffic_s: 'time to the last payment',
  replenished: 'fillings',
  replenish_paid: 'fees and prices of filling',
  replenish_transactions: 'transactions on chain',
  replenish_added_mean: 'mean of what was added from the chain',
};

const OF_LABEL: Readonly<Record<string, string>> = {
  payer: 'of payments by',
  payee: 'of payments to',
  node: 'at',
  traffic: 'of',
};

/** A metric as people say it: `success`, `success of payments by shops`. */
export function metricWords(metric: string): string {
  const period = periodMetric(metric);
  if (period !== undefined) return `the share of ${period.unit} with ${goalWords(period.condition)}`;
  const selected = selectedMetric(metric);
  if (selected === undefined) return nameOf(metric);
  const labels = Object.entries(selected.values).map(
    ([label, names]) => `${OF_LABEL[label] ?? label} ${names.map(nameWords).join(' or ')}`,
  );
  return `${nameOf(selected.name)} ${labels.join(', ')}`;
}

function nameOf(metric: string): string {
  return WORDS[metric] ?? reasonWords(metric.replace(/^failures\./, 'failed with ')).replaceAll('_', ' ');
}

function nameWords(name: string): string {
  if (name === 'mine') return 'my own nodes';
  return name === 'partners' ? 'my partners' : name;
}

/** `success of at least 95 %`, `fees earned at hub of at least 90 EUR` for a goal. */
export function goalWords(goal: Expectation, token?: PlannedToken): string {
  const { metric, relation, value, text } = goal;
  const period = periodMetric(metric);
  if (period !== undefined)
    return `${goalWords(period.condition, token)}${text.slice(text.lastIndexOf(' in '))}`;
  const { per, name } = metricUnit(metric, token) ?? { per: 1, name: '' };
  return `${metricWords(metric)} of ${BOUNDS[relation]} ${readable(value * per, DIGITS)} ${name}`.trimEnd();
}

/** `success at least 95 %`, `failed with no route exactly 0`: what a run is held to. */
export function expectationWords(expectation: Expectation, token?: PlannedToken): string {
  const { metric, relation, value } = expectation;
  if (periodMetric(metric) !== undefined) return goalWords(expectation, token);
  return `${metricWords(metric)} ${BOUNDS[relation]} ${metricText(metric, value, token)}`;
}

/** The value of an expectation in a run, to a hundredth of a percent where it is a share. */
export function expectationFound(
  { metric }: Expectation,
  actual: number | undefined,
  token?: PlannedToken,
): string {
  if (actual === undefined) return readable(actual);
  return isShare(metric) ? `${readable(actual * PERCENT)} %` : metricText(metric, actual, token);
}

/** A load's threshold as people say it: `95 % of response times less than 1 s`. */
export function thresholdWords(metric: string, condition: string): string {
  const parsed = parseThreshold(condition);
  if (parsed === undefined || !isLoadMetricName(metric)) return `${metric} ${condition}`;
  const { aggregation, relation, bound } = parsed;
  const words = LOAD_WORDS[metric];
  const of =
    aggregation.kind === 'percentile'
      ? `${readable(aggregation.percent)} % of ${words}s`
      : `${AGGREGATION_WORDS[aggregation.kind]}${words}`;
  return `${of} ${BOUNDS[relation]} ${thresholdFigure(metric, aggregation, bound)}`;
}

/** The value that a load had for a threshold, with its unit. */
export function thresholdFound(metric: string, condition: string, actual: number | undefined): string {
  const parsed = parseThreshold(condition);
  if (actual === undefined) return 'no sample';
  if (parsed === undefined || !isLoadMetricName(metric)) return readable(actual);
  return thresholdFigure(metric, parsed.aggregation, actual);
}

function thresholdFigure(metric: LoadMetricName, { kind }: Aggregation, value: number): string {
  if (LOAD_METRICS[metric].kind === 'trend') return durationText(value);
  if (kind !== 'rate') return readable(value);
  return LOAD_METRICS[metric].kind === 'rate' ? percentText(value) : `${readable(value)}/s`;
}

const AGGREGATION_WORDS = {
  avg: 'mean ',
  min: 'shortest ',
  med: 'median ',
  max: 'longest ',
  count: '',
  rate: '',
  value: '',
} as const;

const LOAD_WORDS: Readonly<Record<LoadMetricName, string>> = {
  payment_duration: 'service time',
  payment_response_time: 'response time',
  payment_lag: 'lag of sending',
  payments: 'payments',
  payments_succeeded: 'payments that succeeded',
  payments_failed: 'payments that failed',
  payments_indeterminate: 'payments without an answer',
  outcome_as_expected: 'payments that ended as foreseen',
  dropped: 'starts that found no free place',
};

const BOUNDS: Readonly<Record<Relation, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
  '==': 'exactly',
  '!=': 'other than',
};
const PERCENT = 100;
const DIGITS = 3;
