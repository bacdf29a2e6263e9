import type { Amount } from '../../model/network/amount.ts';
import { toJson } from '../../model/json.ts';
import type { NetworkChange } from '../../model/plan/experiment.ts';
import { benefit, changed, pairedDifference } from './effects.ts';
import type { QuestionContext } from './question.ts';

/** The mean gain over no change of each list of changes, in their order, by the replications that choose. */
export async function gainsOf(
  { base, spec: { goal, replications: count }, laboratory, seeds }: QuestionContext,
  lists: readonly (readonly NetworkChange[])[],
): Promise<readonly number[]> {
  const [before = [], ...after] = await laboratory.metricsOf(
    [[], ...lists].map((changes) => ({ experiment: changed(base, changes), count, first: seeds.choosing })),
  );
  return after.map((rows) => benefit(goal, pairedDifference(before, rows, goal.metric).mean));
}

interface Search<Item> {
  /** Plans to begin with, such as those of simple rules: the best of all is never worse than these. */
  readonly starts: readonly Item[];
  /** Measures plans: the more the better. */
  readonly scoresOf: (items: readonly Item[]) => Promise<readonly number[]>;
  /** Plans to try next, beside the best so far. */
  readonly moves: (ranked: readonly Item[], round: number) => readonly Item[];
  readonly rounds: number;
}

/** A plan with its score. */
export interface Scored<Item> {
  readonly item: Item;
  readonly score: number;
}

/** All plans that were tried, the best first: the starts and every plan that one of the measured moves makes of them. */
export async function improved<Item>({
  starts,
  scoresOf,
  moves,
  rounds,
}: Search<Item>): Promise<readonly Scored<Item>[]> {
  const tried = new Map<string, Scored<Item>>();
  const ranked = () => [...tried.values()].sort((a, b) => b.score - a.score);
  for (let [round, next] = [0, starts]; next.length > 0; round += 1) {
    const untried = new Map(next.map((item) => [toJson(item), item]));
    for (const key of tried.keys()) untried.delete(key);
    if (untried.size === 0) break;
    const scores = await scoresOf([...untried.values()]);
    for (const [at, [key, item]] of [...untried].entries())
      tried.set(key, { item, score: scores[at] as number });
    const items = ranked().map(({ item }) => item);
    next = round < rounds ? moves(items, round) : [];
  }
  return ranked();
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
