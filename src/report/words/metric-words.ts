import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { selectedMetric } from '../../model/run/selected-metric.ts';
import { type Expectation, periodMetric } from '../../model/scenario/expectation.ts';
import { reasonWords } from '../../model/run/describe-operation.ts';
import type { Relation } from '../../model/scenario/threshold.ts';
import { metricUnit } from './metric-text.ts';
import { readable } from './number-format.ts';

// The rest are said as they are written, with blanks.
const WORDS: Readonly<Record<string, string>> = {
  payments: 'payments',
  succeeded: 'payments that succeeded',
  failed: 'payments that failed',
  indeterminate: 'payments without an answer',
  differences: 'differences from what was predicted',
  replenish_refused: 'fillings that were refused',
  replenished_amount: 'amount filled in all',
  success_rate: 'success',
  volume_rate: 'success by amount',
  earned: 'fees earned',
  capital: 'capital in channels',
  return_rate: 'return in one run',
  fee_share: 'fees, as a share of what is paid',
  imbalance_mean: 'imbalance of channels',
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
  const [, reason] = /^failures\.(.+)$/.exec(metric) ?? [];
  if (reason !== undefined) return `payments that failed (${reasonWords(reason)})`;
  return WORDS[metric] ?? metric.replaceAll('_', ' ');
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

/** How a figure has to stand to a bound, in words. */
export const BOUNDS: Readonly<Record<Relation, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
  '==': 'exactly',
  '!=': 'other than',
};
const DIGITS = 3;
