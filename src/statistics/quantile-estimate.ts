import { CONFIDENCE } from './estimate.ts';
import { ascending, percentile } from './percentile.ts';
import { binomialSum } from './quantiles.ts';
import type { Interval } from './share-interval.ts';

/** A quantile of all possible values, with what a sample knows of it. */
export interface QuantileEstimate {
  readonly value: number;
  readonly interval: Interval;
}

/**
 * The quantile that so large a share of all possible values stays below, between two of the values: so many of them lie
 * below it as a binomial draw says, whatever their distribution (David & Nagaraja 2003, 7.1). Undefined where one of
 * the two would have to lie beyond all values: the sample cannot show that quantile.
 */
export function quantileEstimate(
  values: readonly number[],
  share: number,
  confidence = CONFIDENCE,
): QuantileEstimate | undefined {
  const sorted = ascending(values);
  const below = sorted.map((_, at) => binomialSum(at, sorted.length, share));
  const tail = (1 - confidence) / 2;
  const low = sorted[below.findLastIndex((sum) => sum <= tail)];
  const high = sorted[below.findIndex((sum) => sum >= 1 - tail)];
  if (low === undefined || high === undefined) return undefined;
  return { value: percentile(sorted, share * 100), interval: [low, high] };
}
