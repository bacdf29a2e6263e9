import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { reasonWords } from '../../model/run/describe-operation.ts';
import { ALL_METRICS, type Metric, NODE_METRICS, PLANNING_METRICS } from '../../model/run/metrics.ts';
import { metricName } from '../../model/run/selected-metric.ts';
import { periodMetric } from '../../model/scenario/expectation.ts';
import { durationText, percentText, pointsText, readable } from './number-format.ts';

/** A unit in which a metric is shown: its value times `per`, with the unit's name behind it. */
export interface MetricUnit {
  readonly per: number;
  readonly name: string;
  /** The most digits behind the point that there are. */
  readonly decimals?: number;
}

/** The unit of plain numbers. */
export const PLAIN: MetricUnit = { per: 1, name: '' };

const EVERY_METRIC: Readonly<Record<string, Metric>> = {
  ...ALL_METRICS,
  ...NODE_METRICS,
  ...PLANNING_METRICS,
};

/** The metric of a name without a selection. */
export function metricNamed(name: string): Metric | undefined {
  if (Object.hasOwn(EVERY_METRIC, name)) return EVERY_METRIC[name];
  const [, reason] = /^failures\.(.+)$/.exec(name) ?? [];
  if (reason === undefined) return undefined;
  const words = `payments that failed (${reasonWords(reason)})`;
  return { unit: 'count', words, meaning: `payments that failed with ${reason}` };
}

function unitName(metric: string): string | undefined {
  return periodMetric(metric) === undefined ? metricNamed(metricName(metric))?.unit : 'share';
}

/** Whether a metric, or that of a part, is a share of a whole. */
export function isShare(metric: string): boolean {
  return unitName(metric) === 'share';
}

/** Whether a metric is shown in percent though it may be more than a whole. */
export function isReturn(metric: string): boolean {
  return unitName(metric) === 'return';
}

/** Percent for shares, whole tokens for amounts where the token is known and has decimals. */
export function metricUnit(metric: string, token?: PlannedToken): MetricUnit | undefined {
  const unit = unitName(metric);
  if (unit === 'share' || unit === 'return') return { per: 100, name: '%' };
  if (unit === 'amount') return tokenUnit(token);
  return unit === 'ms' || unit === 's' ? { per: 1, name: unit } : undefined;
}

/** Whole tokens, of a token that is known and has decimals. */
export function tokenUnit(token: PlannedToken | undefined): MetricUnit | undefined {
  return token === undefined || token.decimals === 0
    ? undefined
    : { per: 10 ** -token.decimals, name: token.name, decimals: token.decimals };
}

/** A metric's value as people read it: shares in percent, durations and amounts with their unit. */
export function metricText(metric: string, value: number, token?: PlannedToken): string {
  const unit = unitName(metric);
  if (unit === 'share') return percentText(value);
  if (unit === 'ms' || unit === 's') return durationText(unit === 's' ? 1000 * value : value);
  return finerText(metric, value, { digits: 2, token });
}

// More digits than these tell no two runs apart that a reader would call different.
const MOST_DIGITS = 6;

/** Stands for a value that a run does not have. */
export const NO_VALUE = 'none';

/** A metric of two runs, with as many digits as it takes to tell values apart that are not the same, and the change. */
export function metricChangeTexts(
  {
    metric,
    a,
    b,
    difference,
  }: Readonly<Record<'a' | 'b' | 'difference', number | null> & { metric: string }>,
  token?: PlannedToken,
): Readonly<Record<'a' | 'b' | 'change', string>> {
  const text = (value: number | null): string =>
    value === null ? NO_VALUE : metricText(metric, value, token);
  if (a === null || b === null || difference === null) return { a: text(a), b: text(b), change: '–' };
  const change = metricDifferenceText(metric, difference, token);
  const isClear = a === b || text(a) !== text(b);
  const finer = Array.from({ length: isClear ? 0 : MOST_DIGITS }, (_, at) => ({
    a: finerText(metric, a, { digits: at + 1, token }),
    b: finerText(metric, b, { digits: at + 1, token }),
  }));
  return { ...(finer.find((sides) => sides.a !== sides.b) ?? { a: text(a), b: text(b) }), change };
}

function finerText(
  metric: string,
  value: number,
  { digits, token }: { readonly digits: number; readonly token: PlannedToken | undefined },
): string {
  const isLong = unitName(metric) === 'ms' && value >= 1000;
  const { per, name } = isLong ? { per: 1 / 1000, name: 's' } : (metricUnit(metric, token) ?? PLAIN);
  return `${readable(value * per, digits)} ${name}`.trimEnd();
}

// `+81.8 points`, `-120 ms`, `+3`; `0` where it did not move.
function metricDifferenceText(metric: string, difference: number, token?: PlannedToken): string {
  if (difference === 0) return '0';
  if (isShare(metric)) return pointsText(difference);
  return `${difference > 0 ? '+' : '-'}${metricText(metric, Math.abs(difference), token)}`;
}
