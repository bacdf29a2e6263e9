import type { Experiment, NetworkChange } from '../../../model/plan/experiment.ts';
import type { PlanEffect } from '../../../model/plan/plan-result.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { pairedEstimate } from '../../../statistics/estimate.ts';
import type { Asked } from './asked.ts';

/** A change that is tried, and how people call it. */
export interface Trial {
  readonly what: string;
  readonly changes: readonly NetworkChange[];
}

/**
 * What each change does to the goal's metric, by simulating the same payments with and without it: pairs differ by
 * the change alone, so that their differences vary far less than the runs themselves. In the order of the trials.
 */
export async function effectsOf(
  { base, spec, laboratory }: Asked,
  trials: readonly Trial[],
): Promise<readonly PlanEffect[]> {
  const count = spec.replications;
  const [without = [], ...withEach] = await laboratory.replicationsOf([
    { experiment: base, count },
    ...trials.map(({ changes }) => ({ experiment: changed(base, changes), count })),
  ]);
  return trials.map(({ what, changes }, at) => ({
    what,
    changes,
    difference: pairedDifference(without, withEach[at] ?? [], spec.goal.metric),
  }));
}

/** An experiment with further changes. */
export function changed(base: Experiment, changes: readonly NetworkChange[]): Experiment {
  return { ...base, changes: [...base.changes, ...changes] };
}

/** The second's metric less the first's, pair by pair. */
export function pairedDifference(
  firsts: readonly Replication[],
  seconds: readonly Replication[],
  metric: string,
): PlanEffect['difference'] {
  const values = (rows: readonly Replication[]): readonly number[] =>
    rows.map(({ metrics }) => metrics[metric] ?? 0);
  return pairedEstimate(values(firsts), values(seconds));
}
