import type { Estimate } from '../../statistics/estimate.ts';
import type { Interval } from '../../statistics/share-interval.ts';
import { isShare, pointsText } from '../words/metric-text.ts';
import { percentText, readable } from '../words/number-format.ts';

/** `0.91 (0.88 to 0.93)`, any figure with its interval. */
export function intervalText({
  value,
  interval: [low, high],
}: {
  value: number;
  interval: Interval;
}): string {
  if (low === high) return readable(value, 4);
  const digits = digitsOf(low, high);
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

/** `0.953 (0.941 to 0.965)` */
export function estimateText({ mean, interval }: Estimate): string {
  return intervalText({ value: mean, interval });
}

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

const PERCENT = 100;

/** A metric's mean with its interval, a share in percent: `77.9 % (74.4 to 81.1 %)`. */
export function metricEstimateText(metric: string, estimate: Pick<Estimate, 'mean' | 'interval'>): string {
  const { mean, interval } = estimate;
  if (!isShare(metric)) return intervalText({ value: mean, interval });
  const [low, high] = interval;
  if (low === high) return percentText(mean);
  const text = intervalText({ value: mean * PERCENT, interval: [low * PERCENT, high * PERCENT] });
  return text.includes('(') ? text.replace(' (', ' % (').replace(')', ' %)') : `${text} %`;
}

/** A standard deviation of a metric, that of a share in points: `4.1 points`. */
export function spreadText(metric: string, deviation: number): string {
  const text = Number((isShare(metric) ? PERCENT * deviation : deviation).toPrecision(2));
  return isShare(metric) ? `${readable(text)} points` : readable(text);
}

/** A metric's change with its interval, that of a share in points: `+16.8 points (+14.5 to +19)`. */
export function metricChangeText(metric: string, estimate: Estimate): string {
  if (!isShare(metric)) return changeText(estimate);
  const { mean, interval } = estimate;
  const [low, high] = interval;
  if (low === high) return pointsText(mean);
  const points = { ...estimate, mean: mean * PERCENT, interval: [low * PERCENT, high * PERCENT] as const };
  const [first = '', ...rest] = changeText(points).split(' ');
  return [first, 'points', ...rest].join(' ');
}
