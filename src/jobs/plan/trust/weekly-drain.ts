import type { Experiment } from '../../../model/plan/experiment.ts';
import type { WeeklyDrain } from '../../../model/plan/measured-plan.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { PERIODS } from '../../../model/scenario/expectation.ts';
import { estimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import type { Laboratory } from '../laboratory.ts';
import type { OwnPart } from '../own-part.ts';
import { seedSets } from '../question.ts';
import { placeKey, withPlenty } from '../questions/funding-rules.ts';

const { weeks: WEEK_MS } = PERIODS;

/**
 * The money that must be put in again, week by week, for as long as such payments go on: so much more than they get
 * back ends lose where none lacks money. Some replications say which ends lose, others how much. Undefined: the plan has no horizon.
 */
export async function weeklyDrain(
  base: Experiment,
  setting: { readonly spec: PlanSpec; readonly laboratory: Laboratory; readonly own: OwnPart },
): Promise<WeeklyDrain | undefined> {
  const { spec, laboratory, own } = setting;
  const { horizonMs, replications: count } = spec;
  if (horizonMs === undefined) return undefined;
  const experiment = await withPlenty(base, own);
  const { choosing, telling } = seedSets(count);
  const [choosingRows = [], rows = []] = await laboratory.replicationsOf(
    [choosing, telling].map((first) => ({ experiment, count, first })),
  );
  const isOwn = ({ node }: { readonly node: string }): boolean => own.decidesFor(node);
  const keys = [...new Set(choosingRows.flatMap(({ ends }) => ends.filter(isOwn).map(placeKey)))].sort();
  const losses = keys.map((key) => estimate(choosingRows.map((row) => lossAt(row, new Set([key])))));
  const areBeyond = beyondChance(losses.map(chanceBeside));
  const losing = new Set(keys.filter((_, at) => areBeyond[at] === true && (losses[at]?.mean ?? 0) > 0));
  const lost = rows.map((row) => (lossAt(row, losing) * WEEK_MS) / horizonMs);
  return { ends: losing.size, perWeek: estimate(lost) };
}

function lossAt({ ends }: Replication, keys: ReadonlySet<string>): number {
  return ends.reduce((sum, end) => (keys.has(placeKey(end)) ? sum + Number(end.netSent) : sum), 0);
}
