import type { TokenName } from '../../../model/network/network.ts';
import type { ChargeAnswer } from '../../../model/plan/plan-result.ts';
import type { ChargeQuestion } from '../../../model/plan/plan-spec.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { estimate, pairedEstimate } from '../../../statistics/estimate.ts';
import type { Asked } from './asked.ts';
import { changed } from './effects.ts';
import { estimateMetric } from '../estimate-metric.ts';

/** What a mediator earns by each schedule it could ask, the most first; others keep theirs. */
export async function chargeAnswer(
  { base, spec, laboratory }: Asked,
  { node, schedules }: ChargeQuestion,
): Promise<ChargeAnswer> {
  const token = base.scenario.networks[0]?.token as TokenName;
  const found = await laboratory.replicationsOf(
    schedules.map((fees) => ({
      experiment: changed(base, [{ kind: 'charge', node, token, fees }]),
      count: spec.replications,
    })),
  );
  const earnings = found.map((rows) =>
    rows.map(({ nodes }: Replication) => Number(nodes[node]?.earned ?? 0n)),
  );
  const ranked = schedules
    .map((fees, at) => ({ fees, rows: found[at] ?? [], earned: earnings[at] ?? [] }))
    .sort((a, b) => sumOf(b.earned) - sumOf(a.earned));
  const best = ranked[0]?.earned ?? [];
  return {
    node,
    choices: ranked.map(({ fees, rows, earned }) => ({
      fees,
      earned: estimate(earned, { bounds: [0, Number.POSITIVE_INFINITY] }),
      goal: estimateMetric(rows, spec.goal.metric),
      behindBest: pairedEstimate(best, earned),
    })),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
