import { ascending, percentile } from './percentile.ts';
import { studentQuantile } from './quantiles.ts';
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

/** The estimate of what pairs differ by: second less first, of values that met the same chance. */
export function pairedEstimate(
  firsts: readonly number[],
  seconds: readonly number[],
  confidence = CONFIDENCE,
): Estimate {
  const count = Math.min(firsts.length, seconds.length);
  const differences = Array.from({ length: count }, (_, at) => (seconds[at] ?? 0) - (firsts[at] ?? 0));
  return estimate(differences, { confidence });
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
 * The mean of independent values between 0 and 1, each a share of many things that may depend on each other: Wilson's
 * interval, for as many independent draws as would spread alike, with Student's quantile (Franco, Little, Louis and
 * Slud 2019, PMC6690503). Student's own is too narrow and lies too high where the mean is near 1.
 */
export function shareEstimate(values: readonly number[], confidence = CONFIDENCE): Estimate {
  const studentEstimate = estimate(values, { bounds: [0, 1], confidence });
  const { mean, deviation, count } = studentEstimate;
  if (deviation === 0) return studentEstimate;
  const draws = (mean * (1 - mean) * count) / (deviation * deviation);
  const quantile = studentQuantile(count - 1, (1 + confidence) / 2);
  const weight = (quantile * quantile) / draws;
  const middle = (mean + weight / 2) / (1 + weight);
  const reach = Math.sqrt(mean * (1 - mean) * weight + (weight * weight) / 4) / (1 + weight);
  return { ...studentEstimate, interval: [Math.max(0, middle - reach), Math.min(1, middle + reach)] };
}

// Enough that the ends of the interval come from the fiftieth value of either side, not from a handful.
const RESAMPLES = 2000;

/**
 * The percentile bootstrap (Efron & Tibshirani 1993, chapter 13) for any figure of a sample, such as a quantile:
 * where that figure lies in samples drawn from the sample.
 */
export function bootstrapInterval(
  values: readonly number[],
  figure: (sample: readonly number[]) => number,
  { random, confidence = CONFIDENCE }: { readonly random: () => number; readonly confidence?: number },
): Interval {
  if (values.length === 0) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const figures = ascending(Array.from({ length: RESAMPLES }, () => figure(resample(values, random))));
  const tail = ((1 - confidence) / 2) * 100;
  return [percentile(figures, tail), percentile(figures, 100 - tail)];
}

function resample(values: readonly number[], random: () => number): readonly number[] {
  return values.map(() => values[Math.floor(random() * values.length)] as number);
}
