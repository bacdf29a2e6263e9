import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import type { MetricKind } from '../../model/run/metrics.ts';
import { metricKind } from '../../model/run/selected-metric.ts';
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

/** Whether a metric of this kind is written in percent, and its change in points. */
export function isPercent(kind: MetricKind | undefined): boolean {
  return kind === 'share' || kind === 'ratio';
}

/** Percent for shares, whole tokens for amounts where the token is known. */
export function metricUnit(metric: string, token?: PlannedToken): MetricUnit | undefined {
  const kind = metricKind(metric);
  if (isPercent(kind)) return { per: 100, name: '%' };
  if (kind === 'amount') return tokenUnit(token);
  return kind === 'ms' || kind === 's' ? { per: 1, name: kind } : undefined;
}

/** Whole tokens, of a token that is known. Means of a token without decimals have some. */
export function tokenUnit(token: PlannedToken | undefined): MetricUnit | undefined {
  if (token === undefined) return undefined;
  const { name, decimals } = token;
  return { per: 10 ** -decimals, name, ...(decimals > 0 && { decimals }) };
}

/** A metric's value as people read it: shares in percent, durations and amounts with their unit. */
export function metricText(metric: string, value: number, token?: PlannedToken): string {
  const kind = metricKind(metric);
  if (kind === 'share') return percentText(value);
  if (kind === 'ms' || kind === 's') return durationText(kind === 's' ? 1000 * value : value);
  return finerText(metric, value, { digits: 2, token });
}

// More digits than these tell no two runs apart that a reader would call different.
const MOST_DIGITS = 6;

/** Stands for a value that a run does not have. */
export const NO_VALUE = 'none';

/** A metric of two runs, with as many digits as it takes to tell values apart that are not the same, and the change. */
export function metricChangeTexts(
  values: Readonly<Record<'a' | 'b' | 'difference', number | null> & { metric: string }>,
  token?: PlannedToken,
): Readonly<Record<'a' | 'b' | 'change', string>> {
  const { metric, a, b, difference } = values;
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
  const isLong = metricKind(metric) === 'ms' && value >= 1000;
  const { per, name } = isLong ? { per: 1 / 1000, name: 's' } : (metricUnit(metric, token) ?? PLAIN);
  return `${readable(value * per, digits)} ${name}`.trimEnd();
}

// `+81.8 points`, `-120 ms`, `+3`; `0` where it did not move.
function metricDifferenceText(metric: string, difference: number, token?: PlannedToken): string {
  if (difference === 0) return '0';
  if (isPercent(metricKind(metric))) return pointsText(difference);
  return `${difference > 0 ? '+' : '-'}${metricText(metric, Math.abs(difference), token)}`;
}
