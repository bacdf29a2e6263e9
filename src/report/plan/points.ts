import {
  fieldWords,
  type MeasuredPlan,
  type PlanPoint,
  type Standing,
} from '../../model/plan/measured-plan.ts';
import { type Block, pageOnly, section, table, type TableColumn } from '../blocks/block.ts';
import type { BadgeText } from '../page/badge.ts';
import { metricWords } from '../words/metric-words.ts';
import { capitalized } from '../words/number-format.ts';
import { curveBlock, type GoalSetting } from './answer-text.ts';
import { metricEstimateText } from './interval-text.ts';

// More points than this are read from results.csv.
const MOST_ROWS = 200;
// More points than this are folded away.
const MOST_OPEN = 12;
// A terminal shows no more.
const MOST_LINES = 40;

interface VariedFactors extends GoalSetting {
  readonly factors: readonly string[];
}

/** All points as a table, with a curve where one field was varied over numbers. */
export function pointsSection({ points, goal, token }: MeasuredPlan): Block | null {
  if (points.length === 1) return null;
  const factors = Object.keys(points[0]?.settings ?? {});
  return section(
    { id: 'points', title: 'What was varied', hint: 'Same random seeds at every point.' },
    pageOnly(() => curveOf(points, { goal, token, factors })),
    pointTable(points, { goal, token, factors }),
  );
}

/** The curve where one field alone was varied, over numbers. */
function curveOf(points: readonly PlanPoint[], varied: VariedFactors): Block | null {
  const { goal, factors } = varied;
  const [along] = factors;
  if (along === undefined || factors.length > 1) return null;
  if (!points.every(({ settings }) => /^-?[\d_]+(\.\d+)?$/.test(settings[along] ?? ''))) return null;
  const title = `${capitalized(metricWords(goal.metric))} against ${fieldWords(along)}`;
  const marks = points.flatMap((point) => {
    const estimate = point.metrics[goal.metric];
    if (estimate === undefined) return [];
    const text = point.settings[along] ?? '';
    return [
      { at: Number(text.replaceAll('_', '')), ...estimate, hint: `${text}: ${valueText(point, varied)}` },
    ];
  });
  const curve = { title, caption: `${title}; the dashed line is the goal`, xTitle: fieldWords(along), goal };
  return curveBlock({ ...curve, points: marks }, 'points');
}

function pointTable(points: readonly PlanPoint[], varied: VariedFactors): Block {
  const { goal, factors } = varied;
  return table({
    columns: [
      ...factors.map(
        (factor): TableColumn<PlanPoint> => [fieldWords(factor), ({ settings }) => settings[factor]],
      ),
      [metricWords(goal.metric), (point) => valueText(point, varied), 'number'],
      ...(points.some(({ worst }) => worst !== undefined) ? [worstColumn(varied)] : []),
      ['replications', ({ replications }) => replications, 'number'],
    ],
    judged: { head: 'goal', of: (point) => STANDING_BADGES[point.goal] },
    rows: points,
    open: MOST_OPEN,
    most: MOST_ROWS,
    lines: MOST_LINES,
    elsewhere: 'results.csv',
  });
}

function worstColumn({ goal: { metric }, token }: GoalSetting): TableColumn<PlanPoint> {
  return [
    'worst of twenty',
    ({ worst }) =>
      worst === undefined
        ? 'too few replications'
        : metricEstimateText(metric, { mean: worst.value, interval: worst.interval }, token),
    'number',
  ];
}

/** The point that a reader looks for: the first that meets the goal, in the order in which the scenario varies them. */
export function leadingPoint<Point extends Pick<PlanPoint, 'goal'>>(
  points: readonly Point[],
): Point | undefined {
  return points.find(({ goal }) => goal === 'met') ?? points[0];
}

/** The standing of a plan with its advice, where that meets the goal; else as the network stands. */
export type PlanStanding = Standing | 'answered' | 'partly';

/** The judgement of a goal. */
export const STANDING_BADGES: Readonly<Record<PlanStanding, BadgeText>> = {
  met: ['good', 'met'],
  missed: ['bad', 'missed'],
  undecided: ['open', 'undecided'],
  answered: ['good', 'answered'],
  // The first goal is met now or with the advice; another one is missed.
  partly: ['open', 'partly met'],
};

function valueText({ metrics }: PlanPoint, { goal: { metric }, token }: GoalSetting): string {
  const estimate = metrics[metric];
  return estimate === undefined ? 'not measured' : metricEstimateText(metric, estimate, token);
}
