import { ALL_METRICS } from '../../model/run/metric-names.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { PLANNING_METRICS } from '../../model/plan/replication.ts';
import {
  metricName,
  NODE_METRICS,
  type SelectedMetric,
  selectedMetric,
} from '../../model/run/selected-metric.ts';
import { periodMetric } from '../../model/scenario/expectation.ts';
import { durationText, percentText, readable } from './number-format.ts';

// Metrics that are parts of a whole, 0 to 1.
const SHARES = ['success_rate', 'volume_rate', 'fee_share', 'imbalance_mean', 'online_share'];

/** Whether a metric, or that of a part, is a share of a whole. */
export function isShare(metric: string): boolean {
  return SHARES.includes(metricName(metric)) || periodMetric(metric) !== undefined;
}

// Metrics that are amounts of the token.
const AMOUNTS = [
  'volume',
  'fees',
  'locked_at_end',
  'locked_mean',
  'held_mean',
  'held_peak',
  'replenished_amount',
  'replenish_paid',
  'replenish_added_mean',
  'earned',
  'capital',
  'cost',
  'profit',
];

/** A unit in which a metric is told: its value times `per`, with the unit's name behind it. */
export interface MetricUnit {
  readonly per: number;
  readonly name: string;
  /** The most digits behind the point that there are. */
  readonly decimals?: number;
}

/** Percent for shares, whole tokens for amounts where the token is known and has decimals; undefined: plain numbers. */
export function metricUnit(metric: string, token?: PlannedToken): MetricUnit | undefined {
  if (isShare(metric) || isReturn(metric)) return { per: 100, name: '%' };
  if (AMOUNTS.includes(metricName(metric))) return tokenUnit(token);
  const [, unit] = /_(ms|s)$/.exec(metricName(metric)) ?? [];
  return unit === undefined ? undefined : { per: 1, name: unit };
}

/** Whole tokens; undefined: the token is not known, or has no decimals. */
export function tokenUnit(token: PlannedToken | undefined): MetricUnit | undefined {
  return token === undefined || token.decimals === 0
    ? undefined
    : { per: 10 ** -token.decimals, name: token.name, decimals: token.decimals };
}

/** Whether a metric is told in percent though it may be more than a whole. */
export function isReturn(metric: string): boolean {
  return metricName(metric) === 'return_rate';
}

/** A metric's value as people read it: shares in percent, durations and amounts with their unit. */
export function metricText(metric: string, value: number, token?: PlannedToken): string {
  if (isShare(metric)) return percentText(value);
  const ms = inMilliseconds(metric, value);
  if (ms !== undefined) return durationText(ms);
  const { per, name } = metricUnit(metric, token) ?? { per: 1, name: '' };
  return `${readable(value * per)} ${name}`.trimEnd();
}

// More digits than these tell no two runs apart that a reader would call different.
const MOST_DIGITS = 6;

/** The values of two sides, with as many digits as it takes to tell those apart that are not the same. */
export function metricSidesText(
  metric: string,
  { a, b }: { readonly a: number; readonly b: number },
  token?: PlannedToken,
): { readonly a: string; readonly b: string } {
  const plain = { a: metricText(metric, a, token), b: metricText(metric, b, token) };
  if (a === b || plain.a !== plain.b) return plain;
  const finer = Array.from({ length: MOST_DIGITS }, (_, at) => ({
    a: exactText(metric, a, { digits: at + 1, token }),
    b: exactText(metric, b, { digits: at + 1, token }),
  }));
  return finer.find((sides) => sides.a !== sides.b) ?? plain;
}

function exactText(
  metric: string,
  value: number,
  { digits, token }: { readonly digits: number; readonly token: PlannedToken | undefined },
): string {
  const ms = inMilliseconds(metric, value);
  const { per, name } = metricUnit(metric, token) ?? { per: 1, name: '' };
  if (ms === undefined) return `${readable(value * per, digits)} ${name}`.trimEnd();
  return ms < 1000 ? `${readable(ms, digits)} ms` : `${readable(ms / 1000, digits)} s`;
}

/** How far a metric moved, with its sign: `+81.8 points`, `-120 ms`, `+3`; `0` where it did not. */
export function metricDifferenceText(metric: string, difference: number, token?: PlannedToken): string {
  if (difference === 0) return '0';
  const sign = difference > 0 ? '+' : '-';
  const size = Math.abs(difference);
  if (isShare(metric)) return pointsText(difference);
  const ms = inMilliseconds(metric, size);
  if (ms !== undefined) return `${sign}${durationText(ms)}`;
  return `${sign}${metricText(metric, size, token)}`;
}

/** A difference of two shares in percentage points. */
export function pointsText(difference: number): string {
  const points = Math.abs(100 * difference);
  const sign = difference > 0 ? '+' : difference < 0 ? '-' : '';
  // A tenth is what a share is told to; what is smaller keeps one digit, so that it is not taken for nothing.
  const digits = points > 0 && points < 0.1 ? Number(points.toPrecision(1)) : readable(points, 1);
  return `${sign}${digits} points`;
}

function inMilliseconds(metric: string, value: number): number | undefined {
  if (metric.endsWith('_ms')) return value;
  return metric.endsWith('_s') ? value * 1000 : undefined;
}

// The model's own words for these lean on the line before them.
const LATENCY_TEXTS: Readonly<Record<string, string>> = {
  latency_p95_ms: 'milliseconds within which 95 % of the succeeded payments ended',
  latency_p99_ms: 'milliseconds within which 99 % of the succeeded payments ended',
};

/** The meaning of a metric, in words; empty for a name that no run has. */
export function metricMeaning(metric: string): string {
  const latency = LATENCY_TEXTS[metric];
  if (latency !== undefined) return latency;
  const selected = selectedMetric(metric);
  if (selected !== undefined) return selectedMeaning(selected);
  const meaning = Object.entries({ ...ALL_METRICS, ...PLANNING_METRICS, ...NODE_METRICS }).find(
    ([name]) => name === metric,
  )?.[1];
  return (
    meaning ??
    (metric.startsWith('failures.') ? `payments that failed with ${metric.slice('failures.'.length)}` : '')
  );
}

/** The same without its unit, for a figure that is told with one. */
export function metricSense(metric: string): string {
  return metricMeaning(metric).replaceAll(/, (?:0 to 1|smallest units|milliseconds)\b| \(as a double\)/g, '');
}

// `payer shops, traffic wages: succeeded / payments, 0 to 1`
function selectedMeaning({ name, values }: SelectedMetric): string {
  const labels = Object.entries(values).map(([label, names]) => `${label} ${names.join(' or ')}`);
  return `${labels.join(', ')}: ${metricMeaning(name)}`;
}
