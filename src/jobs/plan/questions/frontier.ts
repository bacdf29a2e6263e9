import { z } from 'zod';
import type { Amount } from '../../../model/network/amount.ts';
import { stands } from '../../../model/scenario/threshold.ts';
import { type Block, chart, prose, section, table } from '../../../report/blocks/block.ts';
import { intervalChart } from '../../../report/charts/interval-chart.ts';
import { axisOf } from '../../../report/plan/goal-axis.ts';
import { metricChangeText, metricEstimateText } from '../../../report/plan/interval-text.ts';
import { axisUnit, inTokens, tokensText } from '../../../report/plan/money-moves.ts';
import { goalWords, metricWords } from '../../../report/words/metric-words.ts';
import { capitalized } from '../../../report/words/number-format.ts';
import { integer, positiveAmount } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { kneeOf } from '../../../statistics/knee.ts';
import { alsoMeets } from '../../../report/plan/told-answer.ts';
import { benefit, changed, isShownBetter, pairedDifference } from '../effects.ts';
import { estimateMetric } from '../estimate-metric.ts';
import type { Question, QuestionContext, Told } from '../question.ts';
import { endNeeds, merged, placed, type Placement, simpleRules } from './funding-rules.ts';
import { spentOn } from './funding-search.ts';

/** The budgets to try. */
export interface FrontierSettings {
  readonly most: Amount;
  readonly points: number;
}

const SETTINGS: z.ZodType<FrontierSettings> = z.lazy(() =>
  mapping({
    most: positiveAmount().describe('The largest budget that is tried.'),
    points: integer({ min: 3, max: 100 }).describe('So many budgets, evenly up to it.').prefault(8),
  })
    .describe('What each further sum brings, and from where on it brings little.')
    .exactOptional(),
);

/** The goal's metric against the budget, each budget divided by the simple rule that is best for it. */
export interface FrontierAnswer {
  /** From a budget of 0 on. */
  readonly points: readonly FrontierPoint[];
  /** The point after which a sum brings clearly less than before; absent: each brings about as much as the others, or none is shown to help. */
  readonly knee?: number;
  /** The first point whose mean meets the goal; absent: none does. */
  readonly meets?: number;
}

interface FrontierPoint extends Placement {
  readonly budget: Amount;
  /** By replications that did not choose how to divide it. */
  readonly goal: Estimate;
  /** The goal's metric with it less without. */
  readonly gain: Estimate;
}

/** Success against the budget, with its knee. */
export const frontier: Question<'frontier', FrontierSettings, FrontierAnswer> = {
  name: 'frontier',
  settings: SETTINGS,
  needs: 'Write plan: {frontier: {most: 10_000}}.',
  answer: frontierPoints,
  changes: ({ points, knee }) => points[knee ?? 0]?.changes ?? [],
  tell(answer, told) {
    const { goal, token, idOf } = told;
    const { points, knee, meets } = answer;
    const [at, enough, without] = [knee, meets, 0].map((of) => points[of ?? -1]);
    const { metric } = goal;
    const text = kneeText(answer, told);
    return {
      remark: text,
      alsoMeets:
        enough &&
        without &&
        alsoMeets(
          { money: enough.budget, rule: enough.name, before: without.goal, after: enough.goal },
          told,
        ),
      figure: {
        name: 'The next money brings little from',
        figure: at === undefined ? '–' : tokensText(at.budget, token),
        hint: text,
      },
      chart: () => curve(answer, told),
      section: () =>
        section(
          {
            id: idOf('frontier'),
            title: `${capitalized(metricWords(metric))} against the budget`,
            hint: 'Each budget is divided by the simple rule that is best for it, or as the one before with the rest at one end: some replications chose, others tell. A search may find better divisions (fund).',
          },
          table({
            columns: [
              { head: 'Budget', number: true, cell: ({ budget }) => tokensText(budget, token) },
              {
                head: metricWords(metric),
                number: true,
                cell: ({ goal: seen }) => metricEstimateText(metric, seen, token),
              },
              { head: 'divided', cell: ({ name }) => name },
            ],
            rows: points,
          }),
          prose(text),
        ),
    };
  },
};

function kneeText({ points, knee, meets }: FrontierAnswer, { goal, token }: Told): string {
  const [at, enough, largest] = [points[knee ?? -1], points[meets ?? -1], points.at(-1)];
  const { metric } = goal;
  const seenAt = (point: FrontierPoint): string => metricEstimateText(metric, point.goal, token);
  const most = tokensText(largest?.budget ?? 0n, token);
  const bends =
    largest !== undefined && !points.some(({ gain }) => isShownBetter(goal, gain))
      ? `No budget up to ${most} is shown to help: with all of it ${metricWords(metric)} is ${seenAt(largest)}: ${metricChangeText(metric, largest.gain, token)}.`
      : at === undefined
        ? `Up to ${most} each further sum brings about as much as the one before.`
        : `The first ${tokensText(at.budget, token)} bring most: ${metricWords(metric)} is then ${seenAt(at)}, and ${seenAt(largest ?? at)} with ${most}.`;
  const wanted = goalWords(goal, token);
  if (enough === undefined) return `${bends} No budget that was tried meets ${wanted}.`;
  return enough.budget === 0n
    ? `${bends} Without any of it, ${wanted} holds already.`
    : `${bends} With ${tokensText(enough.budget, token)} ${wanted} holds.`;
}

function curve({ points, knee }: FrontierAnswer, { goal, token, idOf }: Told): Block {
  const marks = points.map(({ budget, goal: { mean, interval } }) => ({
    at: inTokens(budget, token),
    mean,
    interval,
    hint: `${tokensText(budget, token)}: ${metricEstimateText(goal.metric, { mean, interval }, token)}`,
  }));
  const at = marks[knee ?? -1]?.at;
  const title = `${capitalized(metricWords(goal.metric))} against the budget`;
  return chart(
    `${title}; the dashed line is the goal${at === undefined ? '' : ', the upright one the knee'}`,
    intervalChart({
      id: idOf('frontier-curve'),
      title,
      description: marks.map(({ hint }) => hint).join('; '),
      xTitle: `budget, ${axisUnit(token)}`,
      points: marks,
      target: goal.value,
      ...axisOf(goal),
      answer: at === undefined ? undefined : { at, interval: [at, at] },
    }),
  );
}

// Further ends lacked less than all of these.
const MOST_ENDS = 6;

async function frontierPoints(context: QuestionContext<FrontierSettings>): Promise<FrontierAnswer> {
  const { base, settings, spec, laboratory, seeds } = context;
  const { goal, replications: count } = spec;
  const needs = await endNeeds(context);
  const mostLacking = needs
    .filter(({ lacked }) => lacked > 0n)
    .sort((a, b) => Number(b.lacked - a.lacked))
    .slice(0, MOST_ENDS);
  const means = async (placements: readonly Placement[]): Promise<readonly number[]> => {
    const rows = await laboratory.metricsOf(
      placements.map(({ changes }) => ({ experiment: changed(base, changes), count, first: seeds.choosing })),
    );
    return rows.map((each) => estimateMetric(each, goal.metric).mean);
  };
  let best: Placement = { name: 'as it stands', changes: [] };
  const chosen = [{ ...best, budget: 0n, mean: (await means([best]))[0] as number }];
  for (let at = 1; at <= settings.points; at += 1) {
    const budget = (settings.most * BigInt(at)) / BigInt(settings.points);
    // A larger budget can always be spent as a smaller one was, with the rest at one end or nowhere.
    const rest = budget - spentOn(best.changes);
    const further = mostLacking.map((need): Placement => {
      return {
        name: 'as before, the rest at one end',
        changes: merged(best.changes, placed([[need, rest]])),
      };
    });
    const candidates = [best, ...simpleRules(needs, budget), ...further];
    const seen = await means(candidates);
    const gains = seen.map((mean) => benefit(goal, mean));
    const first = gains.indexOf(Math.max(...gains));
    best = candidates[first] as Placement;
    chosen.push({ ...best, budget, mean: seen[first] as number });
  }
  const told = await laboratory.metricsOf(
    chosen.map(({ changes }) => ({ experiment: changed(base, changes), count, first: seeds.telling })),
  );
  const points = chosen.map(({ mean: _mean, ...point }, at): FrontierPoint => {
    const rows = told[at] ?? [];
    const gain = pairedDifference(told[0] ?? [], rows, goal.metric);
    return { ...point, goal: estimateMetric(rows, goal.metric), gain };
  });
  const bend = kneeOf(chosen.map(({ mean }) => benefit(goal, mean)));
  const { gain } = points[bend ?? 0] as FrontierPoint;
  const knee = isShownBetter(goal, gain) ? bend : undefined;
  const meets = points.findIndex(({ goal: { mean } }) => stands(mean, goal.relation, goal.value));
  return { points, ...(knee !== undefined && { knee }), ...(meets >= 0 && { meets }) };
}
