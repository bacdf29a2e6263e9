import { larger } from '../../../model/network/amount.ts';
import type { Obstacles } from '../../../model/plan/answers.ts';
import type { EndSelector } from '../../../model/plan/experiment.ts';
import { estimateMetric, isMet } from '../estimate-metric.ts';
import type { QuestionContext } from '../question.ts';
import { mostNeeded, placeKey, withPlenty } from './funding-rules.ts';

// Further ends stop fewer payments.
const MOST_ENDS = 10;

/** Why payments fail that no money at these ends would let through; undefined: with plenty there the goal is met. */
export async function obstaclesTo(context: QuestionContext, at: EndSelector): Promise<Obstacles | undefined> {
  const { base, spec, laboratory, seeds, own } = context;
  const { goal, replications: count } = spec;
  const { network } = own;
  const experiment = await withPlenty(base, { network, ends: at });
  const everywhere = await withPlenty(base, { network, ends: 'all' });
  const of = { count, first: seeds.choosing };
  const [rows = []] = await laboratory.replicationsOf([{ experiment, ...of }]);
  if (isMet(rows, goal)) return undefined;
  const [plentyRows = []] = await laboratory.replicationsOf([{ experiment: everywhere, ...of }]);
  const withMine = estimateMetric(rows, goal.metric);
  const needed = mostNeeded(plentyRows);
  const lacking = new Map<string, Obstacles['ends'][number]>();
  for (const use of rows.flatMap(({ ends }) => ends).filter(({ lacked }) => lacked > 0)) {
    const key = placeKey(use);
    const failed = (lacking.get(key)?.failed ?? 0) + use.lacked / count;
    const partner = network.opposite(use.node, use.channel);
    const shortage = larger(
      0n,
      (needed.get(key) ?? 0n) - network.getEdgeAttributes(use.channel).balance[use.end],
    );
    lacking.set(key, { node: use.node, partner, failed, shortage });
  }
  return {
    withMine,
    failed: estimateMetric(rows, 'failed').mean,
    overFeeLimit: estimateMetric(rows, 'failures.max-fee-exceeded').mean,
    ends: [...lacking.values()].sort((a, b) => b.failed - a.failed).slice(0, MOST_ENDS),
    everywhere: estimateMetric(plentyRows, goal.metric),
  };
}
