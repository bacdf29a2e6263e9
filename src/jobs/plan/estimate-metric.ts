import type { Standing } from '../../model/plan/measured-plan.ts';
import type { Replication } from '../../model/plan/replication.ts';
import { stands } from '../../model/scenario/threshold.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { CONFIDENCE, type Estimate, estimate, shareEstimate } from '../../statistics/estimate.ts';
import { exactShareInterval } from '../../statistics/exact-share-interval.ts';

/**
 * The mean of a metric over replications, with its interval: Student's, of shares Wilson's. A success rate that all
 * replications show alike although chance was at work has the exact interval of all payments together: a spread that
 * was not seen is not none.
 */
export function estimateMetric(
  replications: readonly Replication[],
  metric: string,
  confidence = CONFIDENCE,
): Estimate {
  const values = replications.map(({ metrics }) => metrics[metric] ?? 0);
  if (!SHARES.includes(metric))
    return estimate(values, { bounds: [0, Number.POSITIVE_INFINITY], confidence });
  const share = shareEstimate(values, confidence);
  if (metric !== 'success_rate' || share.deviation > 0 || share.count < 2 || areAlike(replications))
    return share;
  const payments = replications.reduce((sum, { metrics }) => sum + (metrics['payments'] ?? 0), 0);
  return {
    ...share,
    interval: exactShareInterval({ part: Math.round(share.mean * payments), of: payments }, confidence),
  };
}

// Metrics whose values lie between 0 and 1; of others it is known that they are at least 0.
const SHARES: readonly string[] = ['success_rate', 'volume_rate', 'imbalance_mean', 'online_share'];

/** Whether the goal holds of the mean: for sure, surely not, or too close to tell. */
export function standingOf({ interval: [low, high] }: Estimate, { relation, value }: Expectation): Standing {
  const [atLow, atHigh] = [stands(low, relation, value), stands(high, relation, value)];
  if (atLow && atHigh) return 'met';
  const isBetween = relation === '==' && low <= value && value <= high;
  return atLow || atHigh || isBetween ? 'undecided' : 'missed';
}

// Replications that no chance has touched have the same figures throughout.
function areAlike([first, ...others]: readonly Replication[]): boolean {
  const text = JSON.stringify(first?.metrics);
  return others.every(({ metrics }) => JSON.stringify(metrics) === text);
}
