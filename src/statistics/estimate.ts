import { compiled, stdtri } from 'cephes';
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

/** To be awaited before the first interval: quantiles come from WebAssembly, which is compiled meanwhile. */
export const quantilesReady: Promise<void> = compiled;

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
  const reach = (stdtri(count - 1, (1 + confidence) / 2) * deviation) / Math.sqrt(count);
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
