import { selectedMetric } from '../../model/run/selected-metric.ts';
import { type Expectation, periodMetric } from '../../model/scenario/expectation.ts';
import { isShare } from './metric-text.ts';
import { readable } from './number-format.ts';

// The rest are said as they are written.
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
  if (period !== undefined) return `${period.unit} with ${goalWords(period.condition)}`;
  const selected = selectedMetric(metric);
  if (selected === undefined) return WORDS[metric] ?? metric.replace(/^failures\./, 'failed with ');
  const labels = Object.entries(selected.values).map(
    ([label, names]) => `${OF_LABEL[label] ?? label} ${names.map(nameWords).join(' or ')}`,
  );
  return `${WORDS[selected.name] ?? selected.name} ${labels.join(', ')}`;
}

function nameWords(name: string): string {
  if (name === 'mine') return 'my own nodes';
  return name === 'partners' ? 'my partners' : name;
}

/** `success of at least 95 %` for a goal. */
export function goalWords({ metric, relation, value, text }: Expectation): string {
  const bound = BOUNDS[relation];
  if (bound === undefined || !isShare(metric) || periodMetric(metric) !== undefined) return text;
  return `${metricWords(metric)} of ${bound} ${readable(value * PERCENT, DIGITS)} %`;
}

const BOUNDS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
};
const PERCENT = 100;
const DIGITS = 3;
