import { CONFIDENCE } from './estimate.ts';
import { ascending, percentile } from './percentile.ts';
import type { Interval } from './share-interval.ts';

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
