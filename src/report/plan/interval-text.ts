import type { TriedChange } from '../../model/plan/answers.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { metricKind } from '../../model/run/selected-metric.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { Interval } from '../../statistics/share-interval.ts';
import { isPercent, type MetricUnit, metricUnit, PLAIN, tokenUnit } from '../words/metric-text.ts';
import { percentText, pointsText, readable } from '../words/number-format.ts';

/** `0.91 (0.88 to 0.93)`, any figure with its interval. */
export function intervalText({
  value,
  interval: [low, high],
  decimals = MOST_DIGITS,
}: {
  readonly value: number;
  readonly interval: Interval;
  /** The most digits behind the point that there are. */
  readonly decimals?: number | undefined;
}): string {
  if (low === high) return readable(value, Math.min(decimals, MOST_DIGITS));
  const digits = Math.min(decimals, digitsOf(low, high));
  return `${readable(value, digits)} (${readable(low, digits)} to ${readable(high, digits)})`;
}

/** Two digits of the interval's width: further ones of a mean say nothing. */
export function digitsOf(low: number, high: number): number {
  let digits = 0;
  for (let width = high - low; width < TEN && digits < MOST_DIGITS; width *= TEN) digits += 1;
  return digits;
}

const TEN = 10;
const MOST_DIGITS = 4;

/** `+0.021 (+0.015 to +0.027)` */
export function changeText({ mean, interval: [low, high] }: Estimate): string {
  if (low === high) return signed(mean, MOST_DIGITS);
  const digits = digitsOf(low, high);
  const toldMean = Math.abs(mean) < (high - low) * ROUNDING_NOISE ? 0 : mean;
  return `${signed(toldMean, digits)} (${signed(low, digits)} to ${signed(high, digits)})${low <= 0 && high >= 0 ? ', which may be chance' : ''}`;
}

// Differences of shares that are equal come out as 1e-17.
const ROUNDING_NOISE = 1e-9;

function signed(value: number, digits: number): string {
  return `${value > 0 ? '+' : ''}${readable(value, digits)}`;
}

/** A metric's mean with its interval in its unit: `77.9 % (74.4 to 81.1 %)`, `12.5 EUR (10 to 15 EUR)`. */
export function metricEstimateText(
  metric: string,
  estimate: Pick<Estimate, 'mean' | 'interval'>,
  token?: PlannedToken,
): string {
  const [low, high] = estimate.interval;
  if (metricKind(metric) === 'share' && low === high) return percentText(estimate.mean);
  return unitText(estimate, metricUnit(metric, token));
}

/** An amount's mean with its interval, in whole tokens: `12.5 EUR (10 to 15 EUR)`. */
export function amountEstimateText(
  estimate: Pick<Estimate, 'mean' | 'interval'>,
  token: PlannedToken | undefined,
): string {
  return unitText(estimate, tokenUnit(token));
}

function unitText({ mean, interval }: Pick<Estimate, 'mean' | 'interval'>, unit?: MetricUnit): string {
  const { per, name, decimals } = unit ?? PLAIN;
  const [low, high] = interval;
  const text = intervalText({ value: mean * per, interval: [low * per, high * per], decimals });
  if (name === '') return text;
  return text.includes('(') ? text.replace(' (', ` ${name} (`).replace(')', ` ${name})`) : `${text} ${name}`;
}

/** A metric's change with its interval, that of a share in points: `+16.8 points (+14.5 to +19)`. */
export function metricChangeText(metric: string, estimate: Estimate, token?: PlannedToken): string {
  const { mean, interval } = estimate;
  const [low, high] = interval;
  if (metricKind(metric) === 'share' && high - low < ROUNDING_NOISE) return pointsText(mean);
  const { per, name } = changeUnit(metric, token);
  const [first = '', ...rest] = changeText({
    ...estimate,
    mean: mean * per,
    interval: [low * per, high * per],
  }).split(' ');
  return [first, name, ...rest].filter((word) => word !== '').join(' ');
}

/** `+2.1 points (+1.5 to +2.7)`, of one change of many that were tried. */
export function effectText(
  metric: string,
  { difference, mayBeChance }: Pick<TriedChange, 'difference' | 'mayBeChance'>,
  token?: PlannedToken,
): string {
  const text = metricChangeText(metric, difference, token);
  return mayBeChance && difference.interval[0] * difference.interval[1] > 0
    ? `${text} (may be chance: many were tested)`
    : text;
}

function changeUnit(metric: string, token?: PlannedToken): MetricUnit {
  return isPercent(metricKind(metric)) ? { per: 100, name: 'points' } : (metricUnit(metric, token) ?? PLAIN);
}
