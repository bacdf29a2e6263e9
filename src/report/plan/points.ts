import { keyWords } from '../../model/run/describe-operation.ts';
import { axisOf } from './goal-axis.ts';
import type {
  FactorEffect,
  MeasuredPlan,
  PlannedToken,
  PlanPoint,
  Standing,
} from '../../model/plan/measured-plan.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { intervalChart } from '../charts/interval-chart.ts';
import {
  type BadgeText,
  type Block,
  chart,
  pageOnly,
  section,
  table,
  type TableColumn,
} from '../blocks/block.ts';
import { tornadoChart } from '../charts/tornado-chart.ts';
import { metricWords } from '../words/metric-words.ts';
import { capitalized } from '../words/number-format.ts';
import { metricChangeText, metricEstimateText } from './interval-text.ts';
import type { ToldAnswer } from './told-answer.ts';

// More points than this are read from results.csv.
const MOST_ROWS = 200;
// More points than this are folded away.
const MOST_OPEN = 12;
// A terminal shows no more.
const MOST_LINES = 40;
// A reader does not compare more small charts than these.
const MOST_CHARTS = 12;

interface ToldGoal {
  readonly goal: Expectation;
  readonly token: PlannedToken | undefined;
}

interface ToldFactors extends ToldGoal {
  readonly factors: readonly string[];
}

/** All points as a table, and curves where a field was varied over numbers: a small one for each setting of the rest. */
export function toldPoints({ points, goal, token, factors: effects }: MeasuredPlan): ToldAnswer {
  const factors = Object.keys(points[0]?.settings ?? {});
  const title = 'What was varied';
  return {
    section: () =>
      points.length === 1
        ? null
        : section(
            { id: 'points', title, hint: 'All points meet the same payments and latencies.' },
            effects === undefined ? null : factorChart(effects, { goal, token }),
            pageOnly(() => curves(points, { goal, token, factors })),
            pointTable(points, { goal, token, factors }),
          ),
  };
}

/** `capacity from 1000 to 10000` */
function factorText({ factor, from, to }: FactorEffect): string {
  return `${fieldWords(factor)} from ${from} to ${to}`;
}

/** A field of the scenario as people say it: `capacity` for `network.capacity`, `horizon` for `plan.horizon`, `nodes hubA fees flat` for `nodes.hubA.fees.flat`. */
function fieldWords(field: string): string {
  const [first = '', ...others] = field.replace(/^(?:network|plan)\./, '').split('.');
  const words = others.map((key, at) => (first === 'nodes' && at === 0 ? key : keyWords(key)));
  return [keyWords(first), ...words].join(' ');
}

// By least squares: of a sample of many fields no two points differ in one of them alone.
function factorChart(effects: readonly FactorEffect[], { goal: { metric }, token }: ToldGoal): Block {
  return tornadoChart(
    `What each field does to ${metricWords(metric)} by itself, the others as they are on average; least squares over all points`,
    effects.map((effect) => ({
      name: factorText(effect),
      value: effect.difference,
      text: metricChangeText(metric, effect.difference, token),
    })),
  );
}

function curves(points: readonly PlanPoint[], told: ToldFactors): Block | null {
  const { goal, factors } = told;
  const along = factors.find((factor) => points.every(({ settings }) => isNumber(settings[factor])));
  if (along === undefined) return null;
  const others = factors.filter((factor) => factor !== along);
  const groups = new Map<string, PlanPoint[]>();
  for (const point of points) {
    const name = others.map((factor) => `${fieldWords(factor)} ${point.settings[factor] ?? ''}`).join(', ');
    groups.set(name, [...(groups.get(name) ?? []), point]);
  }
  // A sample of many factors has hardly two points of one setting of the rest.
  if (groups.size > MOST_CHARTS) return null;
  const top = Math.max(...points.map(({ metrics }) => metrics[goal.metric]?.interval[1] ?? 0), goal.value);
  const charts = [...groups].map(([name, group], index) =>
    chart(
      `${capitalized(metricWords(goal.metric))} against ${fieldWords(along)}${name === '' ? '' : ` with ${name}`}; the dashed line is the goal`,
      intervalChart({
        id: `points-${index}`,
        title: `${capitalized(metricWords(goal.metric))} against ${fieldWords(along)} ${name}`,
        description: group
          .map((point) => `${point.settings[along] ?? ''}: ${valueText(point, told)}`)
          .join('; '),
        xTitle: fieldWords(along),
        points: group.flatMap((point) => {
          const estimate = point.metrics[goal.metric];
          if (estimate === undefined) return [];
          const at = numberOf(point.settings[along]);
          return [{ at, ...estimate, hint: `${point.settings[along] ?? ''}: ${valueText(point, told)}` }];
        }),
        target: goal.value,
        top: Number.isFinite(top) ? top : undefined,
        ...axisOf(goal),
      }),
    ),
  );
  return { kind: 'beside', look: 'multiples', blocks: charts };
}

function pointTable(points: readonly PlanPoint[], told: ToldFactors): Block {
  const { goal, factors } = told;
  return table({
    columns: [
      ...factors.map(
        (factor): TableColumn<PlanPoint> => ({
          head: fieldWords(factor),
          cell: ({ settings }) => settings[factor],
        }),
      ),
      { head: metricWords(goal.metric), number: true, cell: (point) => valueText(point, told) },
      ...(points.some(({ worst }) => worst !== undefined) ? [worstColumn(told)] : []),
      { head: 'replications', number: true, cell: ({ replications }) => replications },
    ],
    judged: { head: 'goal', of: (point) => STANDING_BADGES[point.goal] },
    rows: points,
    open: MOST_OPEN,
    most: MOST_ROWS,
    lines: MOST_LINES,
    elsewhere: 'results.csv',
  });
}

function worstColumn({ goal: { metric }, token }: ToldGoal): TableColumn<PlanPoint> {
  return {
    head: 'worst of twenty',
    number: true,
    cell: ({ worst }) =>
      worst === undefined
        ? 'too few replications'
        : metricEstimateText(metric, { mean: worst.value, interval: worst.interval }, token),
  };
}

/** `with capacity 1000`; empty where nothing is varied. */
export function settingsText(settings: PlanPoint['settings']): string {
  const list = Object.entries(settings).map(([field, value]) => `${fieldWords(field)} ${value}`);
  return list.length === 0 ? '' : `with ${list.join(', ')}`;
}

/** The point that a reader looks for: the first that meets the goal, in the order in which the scenario varies them. */
export function leadingPoint<Point extends Pick<PlanPoint, 'goal'>>(
  points: readonly Point[],
): Point | undefined {
  return points.find(({ goal }) => goal === 'met') ?? points[0];
}

/** The judgement of a goal. */
export const STANDING_BADGES: Readonly<Record<Standing | 'answered', BadgeText>> = {
  met: ['good', 'met'],
  missed: ['bad', 'missed'],
  undecided: ['open', 'undecided'],
  answered: ['good', 'answered'],
};

function valueText({ metrics }: PlanPoint, { goal: { metric }, token }: ToldGoal): string {
  const estimate = metrics[metric];
  return estimate === undefined ? 'not measured' : metricEstimateText(metric, estimate, token);
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^-?[\d_]+(\.\d+)?$/.test(text);
}

function numberOf(text: string | undefined): number {
  return Number((text ?? '').replaceAll('_', ''));
}
