import { ascending, percentile } from './percentile.ts';
import { binomialSum, studentQuantile } from './quantiles.ts';
import type { Interval } from './share-interval.ts';

/** A mean with what is known of it. */
export interface Estimate {
  readonly mean: number;
  /** Where the mean of all possible replications lies, with that confidence. */
  readonly interval: Interval;
  /** Sample standard deviation; 0 of one value. */
  readonly deviation: number;
  readonly count: number;
}

/** How sure the intervals are unless a caller says otherwise. */
export const CONFIDENCE = 0.95;

/** Values that no mean can leave; without them every number is possible. */
export type MeanBounds = readonly [least: number, most: number];

const UNBOUNDED: MeanBounds = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/**
 * Student's interval for the mean of independent values (Gosset 1908; quantiles by Cephes' `stdtri`), cut at the
 * bounds. One value says nothing of its spread: its interval is all that is possible.
 */
export function estimate(
  values: readonly number[],
  { bounds = UNBOUNDED, confidence = CONFIDENCE }: { bounds?: MeanBounds; confidence?: number } = {},
): Estimate {
  const count = values.length;
  if (count === 0) return { mean: Number.NaN, interval: bounds, deviation: 0, count };
  const mean = meanOf(values);
  if (count === 1) return { mean, interval: bounds, deviation: 0, count };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (count - 1));
  const reach = (studentQuantile(count - 1, (1 + confidence) / 2) * deviation) / Math.sqrt(count);
  const interval: Interval = [Math.max(bounds[0], mean - reach), Math.min(bounds[1], mean + reach)];
  return { mean, interval, deviation, count };
}

/** Half of an interval's width. */
export function halfWidth({ interval: [low, high] }: Pick<Estimate, 'interval'>): number {
  return (high - low) / 2;
}

// Equal values have exactly themselves as mean: a sum of many rounds.
function meanOf(values: readonly number[]): number {
  const [first = 0] = values;
  return first + values.reduce((sum, value) => sum + (value - first), 0) / values.length;
}

/**
 * The mean of independent values between 0 and 1, each the share of so many things that may depend on each other:
 * Wilson's interval, for as many independent draws as would spread alike, with Student's quantile (Franco, Little,
 * Louis and Slud 2019, PMC6690503). Student's own is too narrow and lies too high where the mean is near 1.
 *
 * Things fail in groups, and the fewer values show a failure (or a success), the less is known of how large a group is.
 * Values that show none widen the interval as one more group would, of the root of a value's things where nothing larger
 * was seen: neither one thing nor all. So no interval is without width, and where every value shows both the formula is
 * Wilson's. How often such intervals hold the truth: test/jobs/plan/coverage/coverage.long.test.ts.
 */
export function shareEstimate(
  values: readonly number[],
  { of, isCertain, confidence = CONFIDENCE }: Shares,
): Estimate {
  const studentEstimate = estimate(values, { bounds: [0, 1], confidence });
  const { mean, deviation, count } = studentEstimate;
  if (isCertain) return { ...studentEstimate, interval: [mean, mean] };
  if (count < 2) return studentEstimate;
  const telling =
    deviation === 0 ? 0 : Math.min(...[0, 1].map((end) => values.filter((value) => value !== end).length));
  const seenGroup = telling === 0 ? 0 : (deviation * deviation) / (mean * (1 - mean));
  const unseenGroup = Math.max(seenGroup, 1 / Math.sqrt(Math.max(1, of)));
  const unseen = (count - telling) / count / Math.max(1, telling);
  const group = Math.min(Math.max(1, seenGroup), seenGroup + unseen * unseenGroup);
  const quantile = studentQuantile(count - 1, (1 + confidence) / 2);
  const weight = (quantile * quantile * group) / count;
  const middle = (mean + weight / 2) / (1 + weight);
  const reach = Math.sqrt(mean * (1 - mean) * weight + (weight * weight) / 4) / (1 + weight);
  // At the ends rounding would leave the bounds a hair beside what is known.
  const interval: Interval = [
    mean === 0 ? 0 : Math.max(0, middle - reach),
    mean === 1 ? 1 : Math.min(1, middle + reach),
  ];
  return { ...studentEstimate, interval };
}

/** The things that each value is a share of. */
interface Shares {
  /** How many things, on average. */
  readonly of: number;
  /** Whether chance decided nothing, so that one value says all there is to say. */
  readonly isCertain: boolean;
  readonly confidence?: number;
}

/** A quantile of all possible values, with what a sample knows of it. */
export interface QuantileEstimate {
  readonly value: number;
  readonly interval: Interval;
}

/**
 * A quantile with an interval between two of the sampled values. The number of values below a quantile is binomial,
 * whatever their distribution (David & Nagaraja 2003, 7.1). Undefined where a bound lies beyond all values: the sample
 * is too small for that quantile.
 */
export function quantileEstimate(values: readonly number[], share: number): QuantileEstimate | undefined {
  const sorted = ascending(values);
  const below = sorted.map((_, at) => binomialSum(at, sorted.length, share));
  const tail = (1 - CONFIDENCE) / 2;
  const low = sorted[below.findLastIndex((sum) => sum <= tail)];
  const high = sorted[below.findIndex((sum) => sum >= 1 - tail)];
  if (low === undefined || high === undefined) return undefined;
  return { value: percentile(sorted, share * 100), interval: [low, high] };
}
