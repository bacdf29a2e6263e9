import type { Amount } from '../../model/network/amount.ts';
import type { Experiment, NetworkChange } from '../../model/plan/experiment.ts';
import type { MeasuredRun } from '../../model/plan/replication.ts';
import { benefit, changed, pairedDifference } from './effects.ts';
import { type Candidate, MOST_TIMES, type QuestionContext } from './question.ts';

type Made = Pick<Candidate, 'changes' | 'replenish'>;

/** What is measured with each list of changes, by the replications from `first` on; `count`: absent: as many as of a point. */
export async function rowsOf(
  { base, spec, laboratory }: QuestionContext,
  lists: readonly (readonly Made[])[],
  first: number,
  count = spec.replications,
): Promise<readonly (readonly MeasuredRun[])[]> {
  return await laboratory.metricsOf(
    lists.map((list) => ({ experiment: withChanges(base, list), count, first })),
  );
}

/** Measures changes by many more replications than those of a point. */
export const manyRowsOf = async (
  context: QuestionContext,
  changes: readonly NetworkChange[],
  first: number,
) => (await rowsOf(context, [[{ changes }]], first, MOST_TIMES * context.spec.replications))[0] ?? [];

/** An experiment with further changes and rules. */
function withChanges(base: Experiment, list: readonly Made[]): Experiment {
  const rules = list.flatMap(({ replenish }) => replenish ?? []);
  const { replenish: others = [], ...scenario } = base.scenario;
  const filled = rules.length === 0 ? base.scenario : { ...scenario, replenish: [...others, ...rules] };
  const changes = list.flatMap((each) => each.changes);
  return changed({ ...base, scenario: filled }, changes);
}

/** The mean gain over no change of each list of changes, in their order; `first`: absent: by the replications that choose. */
export async function gainsOf(
  context: QuestionContext,
  lists: readonly (readonly NetworkChange[])[],
  first = context.seeds.choosing,
): Promise<readonly number[]> {
  const { goal } = context.spec;
  const made = [[], ...lists].map((changes) => [{ changes }]);
  const [before = [], ...after] = await rowsOf(context, made, first);
  return after.map((rows) => benefit(goal, pairedDifference(before, rows, goal.metric).mean));
}

/** One of several ways to change one thing. */
export interface PricedOption {
  /** At most one option of a group is taken. */
  readonly group: string;
  readonly cost: Amount;
  readonly gain: number;
}

interface Choice<Option> extends Omit<PricedOption, 'group'> {
  readonly options: readonly Option[];
}

// Further choices differ by next to nothing.
const MOST_CHOICES = 2000;

/** The options within the budget whose gains add up to most: a knapsack, as if gains added up. */
export function bestWithin<Option extends PricedOption>(
  options: readonly Option[],
  budget: Amount,
): readonly Option[] {
  let best: readonly Choice<Option>[] = [{ cost: 0n, gain: 0, options: [] }];
  for (const group of new Set(options.map((option) => option.group))) {
    const own = options.filter((option) => option.group === group && option.gain > 0);
    const extended = best.flatMap((choice) => [
      choice,
      ...own.map((option) => ({
        cost: choice.cost + option.cost,
        gain: choice.gain + option.gain,
        options: [...choice.options, option],
      })),
    ]);
    best = undominated(extended, budget);
  }
  return best.at(-1)?.options ?? [];
}

/** The choices that gain more than every cheaper one, the cheapest first. */
function undominated<Option>(choices: readonly Choice<Option>[], budget: Amount): readonly Choice<Option>[] {
  const sorted = choices
    .filter(({ cost }) => cost <= budget)
    .sort((a, b) => (a.cost === b.cost ? b.gain - a.gain : a.cost < b.cost ? -1 : 1));
  const kept: Choice<Option>[] = [];
  for (const choice of sorted)
    if (kept.length === 0 || choice.gain > (kept.at(-1) as Choice<Option>).gain) kept.push(choice);
  return kept.slice(-MOST_CHOICES);
}
