import { z } from 'zod';
import type { FundingAnswer } from '../../../model/plan/answers.ts';
import type { MeasuredRun } from '../../../model/plan/replication.ts';
import type { Expectation } from '../../../model/scenario/expectation.ts';
import { integer, positiveAmount } from '../../../scenario/fields/values.ts';
import { mapping, optional } from '../../../scenario/text/schema.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import { benefit, changed, pairedDifference } from '../effects.ts';
import { areCertain, estimateMetric } from '../estimate-metric.ts';
import type { Question, QuestionContext, Settings } from '../question.ts';
import { gainsOf, rowsOf } from '../search.ts';
import { areMet, beginnings, cheapestThatMeets, leastOf } from './cheapest.ts';
import {
  type EndNeed,
  endNeeds,
  fundedEnds,
  mostNeeded,
  placeKey,
  type Placement,
  ROUNDING_NOISE,
  simpleRules,
  spentOn,
  withoutEmpty,
} from './funding-rules.ts';
import { searchedPlacements } from './funding-search.ts';

const SCHEMA = z.lazy(() =>
  mapping({
    budget: positiveAmount().describe('What may be added to deposits in all.'),
    step: optional(positiveAmount(), 'The least that is tried at one end; absent: a tenth of the budget.'),
    points: integer({ min: 1, max: 100 })
      .describe('Number of budgets on the curve, evenly spaced up to the whole one.')
      .prefault(4),
  })
    .describe('Where the next tokens should go, and what each further sum brings.')
    .exactOptional(),
);

type Budget = z.output<typeof SCHEMA>;

const SETTINGS: Settings<Budget> = {
  key: 'fund',
  schema: SCHEMA,
  needs: 'Write plan: {fund: {budget: 1_000}}, or give --budget 1000.',
};

/** The best use of a budget. */
export const fund: Question<'fund'> = { name: 'fund', settings: [SETTINGS], answer: spendBudget };

const STEPS = 10n;

/**
 * Puts a budget where it helps most. Simple rules divide it by what ends are short of, by traffic and by class; a search
 * starts from them. A plan of the search is taken where it beats the best rule on replications that had no part in the
 * search: the answer is never below a rule but by chance.
 */
async function spendBudget(context: QuestionContext): Promise<FundingAnswer> {
  const { spec, seeds, own } = context;
  const { budget, points, step = budget / STEPS > 0n ? budget / STEPS : 1n } = spec['fund'] as Budget;
  const { goal, also = [] } = spec;
  const needs = await endNeeds(context);
  const rules = simpleRules(needs, budget);
  // Smaller budgets begin with the same amounts, so that they share simulations.
  const limited = needs.map((need) => ({ ...need, plenty: need.plenty < budget ? need.plenty : budget }));
  const search = { needs: limited, budget, step };
  const searched = await searchedPlacements(context, search);
  const { chosen: found, ranked } = await choose(context, rules, searched);
  const chosen = await withoutIdleMoney(context, found, needs);
  const smaller = await smallerBudgets(context, { ...search, points, searched: [...searched, chosen] });
  const placements = [...smaller, chosen, ...ranked].map((each) => [each]);
  const measured = await rowsOf(context, placements, seeds.telling);
  const withRules = measured.slice(smaller.length + 1);
  const compared = (rows: readonly MeasuredRun[] = []): FundingAnswer['rules'] =>
    ranked.map(({ name }, at) => ({
      name,
      difference: pairedDifference(withRules[at] ?? [], rows, goal.metric),
    }));
  const rival = surelyBetter(compared(measured[smaller.length]), goal);
  const best = ranked[rival] ?? chosen;
  const [before = [], after = []] = [measured[0], withRules[rival] ?? measured[smaller.length]];
  const curve = [...smaller, { ...best, budget }];
  const gain = pairedDifference(before, after, goal.metric);
  const along = [...measured.slice(0, smaller.length), after];
  const means = along.map((rows) => estimateMetric(rows, goal.metric));
  const filled = curve.filter(({ changes }) => changes.length > 0);
  const isIdle = areMet(before, [goal, ...also]);
  const least = isIdle ? {} : await cheapestThatMeets(context, { at: own.ends, needs, placements: filled });
  return {
    budget,
    rule: best.name,
    unplaced: budget - spentOn(best.changes),
    ends: fundedEnds(own.network, best.changes),
    changes: best.changes,
    before: estimateMetric(before, goal.metric),
    after: estimateMetric(after, goal.metric),
    gain,
    rules: compared(after),
    curve: curve.map(({ name: rule, budget: sum }, at) => ({
      budget: sum,
      rule,
      goal: means[at] as Estimate,
    })),
    ...least,
  };
}

/** The index of the best rule that is significantly better than the plan; -1: there is none. */
function surelyBetter(rules: FundingAnswer['rules'], goal: Expectation): number {
  const areBeyond = beyondChance(rules.map(({ difference }) => chanceBeside(difference)));
  const ahead = rules.map(({ difference }, at) =>
    areBeyond[at] === true ? -benefit(goal, difference.mean) : 0,
  );
  const most = Math.max(0, ...ahead);
  return most > ROUNDING_NOISE ? ahead.indexOf(most) : -1;
}

/** The same without money that no payment needed, and that changes nothing on other seeds. */
async function withoutIdleMoney(
  context: QuestionContext,
  placement: Placement,
  needs: readonly EndNeed[],
): Promise<Placement> {
  const { base, spec, laboratory, seeds, own } = context;
  const { changes } = placement;
  const gainOf = async (places: Placement['changes']): Promise<number> =>
    (await gainsOf(context, [places]))[0] ?? 0;
  const experiment = changed(base, changes);
  const count = spec.replications;
  const [rows = [], more = []] = await laboratory.replicationsOf(
    [seeds.choosing, seeds.checking].map((first) => ({ experiment, count, first })),
  );
  const most = mostNeeded([...rows, ...more]);
  const cut = changes.flatMap((place) => {
    const { channel, end, amount } = place;
    const has = own.network.getEdgeAttribute(channel, 'balance')[end];
    const needed = (most.get(placeKey(place)) ?? 0n) - has;
    return needed <= 0n ? [] : [{ ...place, amount: needed < amount ? needed : amount }];
  });
  const gain = await gainOf(changes);
  const holds = async (places: Placement['changes']): Promise<boolean> =>
    (await gainOf(places)) >= gain - ROUNDING_NOISE;
  const used = (await holds(cut)) ? cut : changes;
  const least = areCertain(rows) ? await leastOf(context, beginnings(used, needs), holds) : undefined;
  const kept = withoutEmpty(least ?? used);
  const isLess = spentOn(kept) < spentOn(changes);
  return { name: isLess ? `${placement.name}, less money without effect` : placement.name, changes: kept };
}

const NOTHING: Placement = { name: 'nothing', changes: [] };

/** What smaller budgets are divided by. */
interface Divisions extends Required<Budget> {
  readonly needs: readonly EndNeed[];
  readonly searched: readonly Placement[];
}

/** The best division of each smaller budget: by a rule, as searched for any budget, or that of the one before. */
async function smallerBudgets(
  context: QuestionContext,
  { needs, budget, points, step, searched }: Divisions,
): Promise<readonly (Placement & Pick<Budget, 'budget'>)[]> {
  let best: Placement = { name: 'as it stands', changes: [] };
  const chosen = [{ ...best, budget: 0n }];
  for (let at = 1; at < points && !context.isTimeUp(); at += 1) {
    const sum = (budget * BigInt(at)) / BigInt(points);
    if (sum === chosen.at(-1)?.budget) continue;
    const affordable = searched.filter(({ changes }) => spentOn(changes) <= sum);
    const own = await searchedPlacements(context, { needs, budget: sum, step });
    const candidates = [best, ...simpleRules(needs, sum), ...affordable, ...own];
    // Those that were searched for gain most by the replications that chose them.
    const lists = candidates.map(({ changes }) => changes);
    const gains = await gainsOf(context, lists, context.seeds.checking);
    best = candidates[gains.indexOf(Math.max(...gains))] as Placement;
    chosen.push({ ...best, budget: sum });
  }
  return chosen;
}

/** The best rule by all replications so far, or a searched placement that gains more on replications that the search did not use. */
async function choose(
  context: QuestionContext,
  rules: readonly Placement[],
  searched: readonly Placement[],
): Promise<{ readonly chosen: Placement; readonly ranked: readonly Placement[] }> {
  const { spec, seeds } = context;
  const { goal, replications: count } = spec;
  const simple = [NOTHING, ...rules].map((each) => [each]);
  const placements = searched.map((each) => [each]);
  const withSearched = await rowsOf(context, placements, seeds.checking);
  const checkedRows = await rowsOf(context, simple, seeds.checking);
  const choosingRows = await rowsOf(context, simple, seeds.choosing);
  const [without = [], ...withRules] = checkedRows.map((rows, at) => [...rows, ...(choosingRows[at] ?? [])]);
  const gain = (from: readonly MeasuredRun[], to: readonly MeasuredRun[]): Estimate => {
    const difference = pairedDifference(from, to, goal.metric);
    return { ...difference, mean: benefit(goal, difference.mean) };
  };
  const ranked = rules
    .map((rule, at) => ({ rule, rows: withRules[at] ?? [], gain: gain(without, withRules[at] ?? []).mean }))
    // If two gain the same, the cheaper one is better.
    .sort((a, b) => b.gain - a.gain || Number(spentOn(a.rule.changes) - spentOn(b.rule.changes)));
  const [best] = ranked;
  if (best === undefined) return { chosen: NOTHING, ranked: [] };
  const [better] = searched
    .map((placement, at) => ({ placement, over: gain(best.rows.slice(0, count), withSearched[at] ?? []) }))
    .filter(({ over }) => over.mean * Math.sqrt(over.count) > over.deviation)
    .sort((a, b) => b.over.mean - a.over.mean);
  const isUseless = best.gain <= ROUNDING_NOISE;
  const chosen = better?.placement ?? (isUseless ? NOTHING : best.rule);
  return { chosen, ranked: ranked.map(({ rule }) => rule) };
}
