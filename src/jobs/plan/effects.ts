import type { Experiment, NetworkChange } from '../../model/plan/experiment.ts';
import type { MeasuredRun } from '../../model/plan/replication.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { metricKind } from '../../model/run/selected-metric.ts';
import { type Estimate, estimate } from '../../statistics/estimate.ts';
import { hasFigure } from './estimate-metric.ts';

/** How much a change of the goal's metric brings it nearer to the goal. */
export function benefit({ relation }: Pick<Expectation, 'relation'>, change: number): number {
  return relation.startsWith('<') ? -change : change;
}

/** Whether a change of the goal's metric is surely for the better; only that is told as what to do. */
export function isShownBetter(
  goal: Expectation,
  { interval: [low, high] }: Pick<Estimate, 'interval'>,
): boolean {
  return Math.min(benefit(goal, low), benefit(goal, high)) > 0;
}

/** An experiment with further changes. */
export function changed(base: Experiment, changes: readonly NetworkChange[]): Experiment {
  return { ...base, changes: [...base.changes, ...changes] };
}

/** The second's metric less the first's, pair by pair: of replications that met the same chance. */
export function pairedDifference(
  firsts: readonly MeasuredRun[],
  seconds: readonly MeasuredRun[],
  metric: string,
): Estimate {
  const differences = firsts.flatMap((first, at) => {
    const second = seconds[at];
    const isShown = second !== undefined && hasFigure(first, metric) && hasFigure(second, metric);
    return isShown ? [(second.metrics[metric] ?? 0) - (first.metrics[metric] ?? 0)] : [];
  });
  return estimate(differences, metricKind(metric) === 'share' ? { bounds: [-1, 1] } : {});
}
