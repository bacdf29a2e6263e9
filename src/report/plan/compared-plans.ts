import { type PlannedToken, type PlanPoint, settingsText } from '../../model/plan/measured-plan.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type Block, type Document, prose, section, table } from '../blocks/block.ts';
import { textOf, type TextLook } from '../blocks/terminal.ts';
import { withDetail } from '../page/markup.ts';
import { eachSide, type Sides } from '../what-if/what-if.ts';
import { goalWords, metricSense, metricWords } from '../words/metric-words.ts';
import { metricEstimateText } from './interval-text.ts';
import { leadingPoint } from './points.ts';

/** A plan as its folder holds it. */
export interface KeptAnswers {
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  /** The sentence that the plan begins with. */
  readonly answer: string;
  readonly goal: Expectation;
  /** The token of its amounts; absent: they are told in smallest units. */
  readonly token?: PlannedToken | undefined;
  /** At least one: the scenario as it is, unless a field was varied. */
  readonly points: readonly KeptPoint[];
  /** The metrics that it tells besides the goal's. */
  readonly figures: readonly string[];
}

type KeptPoint = Pick<PlanPoint, 'goal' | 'settings'> & {
  readonly metrics: Readonly<Record<string, Pick<Estimate, 'mean' | 'interval'>>>;
};

// Further rows are read from the page.
const MOST_LINES = 12;

/** Two plans beside each other on a terminal. */
export function comparedPlansText(plans: Sides<KeptAnswers>, look: TextLook): string {
  return textOf(comparedPlans(plans), look, MOST_LINES);
}

/** Two plans beside each other. */
export function comparedPlans(plans: Sides<KeptAnswers>): Document {
  const { a, b } = plans;
  const names = eachSide(plans, ({ scenario, seed }) => `scenario ${scenario} with seed ${seed}`);
  return {
    name: `${a.scenario} and ${b.scenario}`,
    title: a.question === b.question ? a.question : 'Two plans beside each other',
    head: [
      { kind: 'verdict', judgement: ['open', 'plan A'], sentence: `A: ${a.answer}` },
      { kind: 'verdict', judgement: ['open', 'plan B'], sentence: `B: ${b.answer}` },
      prose(`A is ${names.a}, B ${names.b}.`, 'muted'),
    ],
    body: [figuresTable(plans)],
  };
}

function figuresTable(plans: Sides<KeptAnswers>): Block {
  const told = eachSide(plans, ({ goal, figures }) => [goal.metric, ...figures]);
  const metrics = [...new Set([...told.a, ...told.b])];
  const isVaried = [plans.a, plans.b].some(({ points }) => points.length > 1);
  const goals = eachSide(plans, ({ goal, token }) => goalWords(goal, token));
  const isOneGoal = goals.a === goals.b;
  const side = (plan: KeptAnswers) => (metric: string) => {
    const point = leadingPoint(plan.points);
    const estimate = point?.metrics[metric];
    if (metric === POINT) return settingsText(point?.settings ?? {}) || 'as it stands';
    if (metric === GOAL)
      return `${point?.goal ?? '–'}${isOneGoal ? '' : `: ${goalWords(plan.goal, plan.token)}`}`;
    return estimate === undefined ? '–' : metricEstimateText(metric, estimate, plan.token);
  };
  const hint = isOneGoal ? `The goal of both: ${goals.a}.` : 'Their goals differ.';
  return section(
    { id: 'figures', title: isVaried ? 'In one run' : 'As it stands, in one run', hint },
    table({
      columns: [
        ['Figure', (metric) => HEADS[metric] ?? withDetail(metricWords(metric), metricSense(metric))],
        ['A', side(plans.a), 'number'],
        ['B', side(plans.b), 'number'],
      ],
      rows: [...(isVaried ? [POINT] : []), GOAL, ...metrics],
    }),
  );
}

// No metric has such a name.
const [POINT, GOAL] = [' point', ' goal'];
const HEADS: Readonly<Record<string, string>> = { [POINT]: 'Point', [GOAL]: 'the goal' };
