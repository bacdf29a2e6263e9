import type { MeanBounds } from '../../statistics/estimate.ts';

const SHARES: readonly string[] = ['success_rate', 'volume_rate', 'imbalance_mean'];

/** What a mean of that metric can be: shares lie between 0 and 1, everything else is at least 0. */
export function metricBounds(metric: string): MeanBounds {
  return [0, SHARES.includes(metric) ? 1 : Number.POSITIVE_INFINITY];
}
