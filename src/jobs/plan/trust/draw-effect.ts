import type { DrawEffect } from '../../../model/plan/measured-plan.ts';
import type { Experiment } from '../../../model/plan/experiment.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { hasFigure } from '../estimate-metric.ts';
import type { Laboratory } from '../laboratory.ts';

// Of fewer pairs a standard deviation is a guess.
const FEWEST_PAIRS = 5;

/**
 * How much the goal's metric varies with the network that is drawn and how much with the payments: each replication is
 * simulated again with the network of the next. Half the mean square of what two differ by that share the one is the
 * variance that the other makes (Jansen 1999). Undefined: nothing is drawn, or too little of it.
 */
export async function drawEffect(
  experiment: Experiment,
  {
    spec: { network, goal, replications: count },
    laboratory,
  }: { readonly spec: PlanSpec; readonly laboratory: Laboratory },
): Promise<DrawEffect | undefined> {
  if (network === 'fixed' || count < FEWEST_PAIRS) return undefined;
  const [own = [], others = []] = await laboratory.replicationsOf([
    { experiment, count },
    { experiment, count, hasNextNetwork: true },
  ]);
  const next = [...own.slice(1), ...own.slice(0, 1)];
  const [byNetwork, byPayments] = [spread(own, others, goal.metric), spread(next, others, goal.metric)];
  return byNetwork === undefined || byPayments === undefined ? undefined : { byNetwork, byPayments };
}

function spread(
  ones: readonly Replication[],
  others: readonly Replication[],
  metric: string,
): number | undefined {
  const squares = ones.flatMap((one, at) => {
    const other = others[at];
    if (other === undefined || !hasFigure(one, metric) || !hasFigure(other, metric)) return [];
    return [((one.metrics[metric] ?? 0) - (other.metrics[metric] ?? 0)) ** 2];
  });
  if (squares.length < FEWEST_PAIRS) return undefined;
  return Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length / 2);
}
