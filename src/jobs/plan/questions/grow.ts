import { z } from 'zod';
import type { Standing } from '../../../model/plan/measured-plan.ts';
import type { ArrivalSpec, Scenario } from '../../../model/scenario/scenario.ts';
import { stands } from '../../../model/scenario/threshold.ts';
import { prose, section, table } from '../../../report/blocks/block.ts';
import { metricEstimateText } from '../../../report/plan/interval-text.ts';
import { tokensText } from '../../../report/plan/money-moves.ts';
import { goalWords, metricWords } from '../../../report/words/metric-words.ts';
import { capitalized, readable } from '../../../report/words/number-format.ts';
import { integer, percentage } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { estimateMetric, standingOf } from '../estimate-metric.ts';
import type { Question, QuestionContext, Told } from '../question.ts';
import type { DepositAnswer } from './find-deposit.ts';
import { findDeposits } from './find-deposits.ts';

// Ten years: nobody knows the payments of a later one.
const MOST_MONTHS = 120;

const SETTINGS = z.lazy(() =>
  mapping({
    perMonth: percentage({ most: 10 }).describe('By how much payments grow in number from month to month.'),
    months: integer({ min: 1, max: MOST_MONTHS }).describe('How many months.').prefault(12),
  })
    .describe('What happens month by month as payments grow, and what to do then.')
    .exactOptional(),
);

type GrowSettings = z.output<typeof SETTINGS>;

/** The goal month by month, with the deposits that are there now. */
export interface GrowAnswer {
  readonly perMonth: number;
  /** From 0, which is now. */
  readonly months: readonly GrownMonth[];
  /** The first month whose mean misses the goal; absent: it holds in all of them. */
  readonly breaksAt?: number;
  /** The least common deposit with which that month meets it. */
  readonly deposit?: DepositAnswer;
}

interface GrownMonth {
  readonly month: number;
  /** Payments, of those now. */
  readonly factor: number;
  readonly goal: Estimate;
  readonly standing: Standing;
}

/** When growing traffic breaks the goal, and what to do then. */
export const grow: Question<'grow', GrowSettings, GrowAnswer> = {
  name: 'grow',
  settings: SETTINGS,
  needs: 'Write plan: {grow: {perMonth: 10%, months: 12}}.',
  answer: grownMonths,
  tell(answer, { goal, token, idOf }) {
    const wanted = goalWords(goal, token);
    const { months, breaksAt } = answer;
    const text = breakText(answer, { wanted, token });
    return {
      remark: text,
      figure: {
        name: 'Breaks in month',
        figure: breaksAt === undefined ? '–' : String(breaksAt),
        hint: `${text} Month 0 is now.`,
      },
      section: () =>
        section(
          {
            id: idOf('grow'),
            title: 'As payments grow',
            hint: 'Each month begins with the deposits that are there now, and meets the same chance.',
          },
          table({
            columns: [
              { head: 'Month', number: true, cell: ({ month }) => String(month) },
              { head: 'payments', number: true, cell: ({ factor }) => `× ${readable(factor)}` },
              {
                head: metricWords(goal.metric),
                number: true,
                cell: ({ goal: seen }) => metricEstimateText(goal.metric, seen, token),
              },
              { head: wanted, cell: ({ standing }) => standing },
            ],
            rows: months,
          }),
          prose(text),
        ),
    };
  },
};

function breakText(
  { breaksAt, deposit, months }: GrowAnswer,
  { wanted, token }: { readonly wanted: string; readonly token: Told['token'] },
): string {
  const last = months.length - 1;
  if (breaksAt === undefined) return `As payments grow, ${wanted} holds for all ${last} months.`;
  const when =
    breaksAt === 0
      ? `${capitalized(wanted)} is missed already`
      : `As payments grow, ${wanted} is missed from month ${breaksAt} on`;
  if (deposit?.deposit === undefined) return `${when}, and no common deposit that was tried is enough then.`;
  return `${when}; then it takes ${tokensText(deposit.deposit, token)} at ${deposit.of}.`;
}

async function grownMonths(context: QuestionContext<GrowSettings>): Promise<GrowAnswer> {
  const { base, settings, spec, laboratory } = context;
  const { perMonth, months: count } = settings;
  const { goal, replications } = spec;
  const factors = [1];
  while (factors.length <= count) factors.push((factors.at(-1) ?? 1) * (1 + perMonth));
  const experiments = factors.map((factor) => ({ ...base, scenario: grown(base.scenario, factor) }));
  const rows = await laboratory.metricsOf(
    experiments.map((experiment) => ({ experiment, count: replications })),
  );
  const months = factors.map((factor, month): GrownMonth => {
    const seen = estimateMetric(rows[month] ?? [], goal.metric);
    return { month, factor, goal: seen, standing: standingOf(seen, goal) };
  });
  const breaksAt = months.findIndex(({ goal: { mean } }) => !stands(mean, goal.relation, goal.value));
  const broken = experiments[breaksAt];
  if (broken === undefined) return { perMonth, months };
  const [deposit] = await findDeposits({ ...context, base: broken, settings: { classes: {}, each: false } });
  return { perMonth, months, breaksAt, ...(deposit && { deposit }) };
}

/** The same traffic with so many times the payments. */
function grown(scenario: Scenario, factor: number): Scenario {
  if (factor === 1) return scenario;
  const { traffic, recorded } = scenario;
  return {
    ...scenario,
    traffic: traffic.map((each) => ({
      ...each,
      arrivals: grownArrivals(each.arrivals, factor),
      ...(each.count !== undefined && { count: Math.round(each.count * factor) }),
    })),
    ...(recorded && { recorded: recorded.map((each) => ({ ...each, growth: each.growth * factor })) }),
  };
}

function grownArrivals(arrivals: ArrivalSpec, factor: number): ArrivalSpec {
  return arrivals.kind === 'burst'
    ? { ...arrivals, size: Math.round(arrivals.size * factor) }
    : { ...arrivals, ratePerSecond: arrivals.ratePerSecond * factor };
}
