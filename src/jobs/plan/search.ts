import type { Amount } from '../../model/network/amount.ts';
import type { NetworkChange } from '../../model/plan/experiment.ts';
import { benefit, changed, pairedDifference } from './effects.ts';
import type { QuestionContext } from './question.ts';

/** The mean gain over no change of each list of changes, in their order; `first`: absent: by the replications that choose. */
export async function gainsOf(
  { base, spec: { goal, replications: count }, laboratory, seeds }: QuestionContext,
  lists: readonly (readonly NetworkChange[])[],
  first = seeds.choosing,
): Promise<readonly number[]> {
  const [before = [], ...after] = await laboratory.metricsOf(
    [[], ...lists].map((changes) => ({ experiment: changed(base, changes), count, first })),
  );
  return after.map((rows) => benefit(goal, pairedDifference(before, rows, goal.metric).mean));
}

/** One of several ways to change one thing. */
export interface PricedOption {
  /** At most one option of a group is taken. */
  readonly group: string;
  readonly cost: Amount;
  readonly gain: number;
}

interface Choice<Option> {
  readonly cost: Amount;
  readonly gain: number;
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
