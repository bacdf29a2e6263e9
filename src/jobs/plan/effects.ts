import type { Experiment, NetworkChange } from '../../model/plan/experiment.ts';
import type { MeasuredRun } from '../../model/plan/replication.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { type Estimate, pairedEstimate } from '../../statistics/estimate.ts';
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

/** The second's metric less the first's, pair by pair. */
export function pairedDifference(
  firsts: readonly MeasuredRun[],
  seconds: readonly MeasuredRun[],
  metric: string,
): Estimate {
  const isShown = (_row: MeasuredRun, at: number): boolean =>
    [firsts[at], seconds[at]].every((row) => row !== undefined && hasFigure(row, metric));
  const values = (rows: readonly MeasuredRun[]): readonly number[] =>
    rows.filter(isShown).map(({ metrics }) => metrics[metric] ?? 0);
  return pairedEstimate(values(firsts), values(seconds));
}
