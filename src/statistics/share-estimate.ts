import { stdtri } from 'cephes';
import { CONFIDENCE, type Estimate, estimate } from './estimate.ts';

/**
 * The mean of independent values between 0 and 1, each a share of many things that may depend on each other: Wilson's
 * interval, for as many independent draws as would spread alike, with Student's quantile (Franco, Little, Louis and
 * Slud 2019, PMC6690503). Student's own is too narrow and lies too high where the mean is near 1.
 */
export function shareEstimate(values: readonly number[], confidence = CONFIDENCE): Estimate {
  const told = estimate(values, { bounds: [0, 1], confidence });
  const { mean, deviation, count } = told;
  if (deviation === 0) return told;
  const draws = (mean * (1 - mean) * count) / (deviation * deviation);
  const quantile = stdtri(count - 1, (1 + confidence) / 2);
  const weight = (quantile * quantile) / draws;
  const middle = (mean + weight / 2) / (1 + weight);
  const reach = Math.sqrt(mean * (1 - mean) * weight + (weight * weight) / 4) / (1 + weight);
  return { ...told, interval: [Math.max(0, middle - reach), Math.min(1, middle + reach)] };
}
