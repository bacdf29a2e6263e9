import { toJson } from '../../model/json.ts';
import type {
  DrawEffect,
  MeasuredPlan,
  PlannedToken,
  PlanPoint,
  Standing,
} from '../../model/plan/measured-plan.ts';
import { periodMetric } from '../../model/scenario/expectation.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import {
  type Block,
  type Document,
  type Figure,
  pageOnly,
  prose,
  repeatable,
  section,
  table,
} from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { textOf, type TextLook } from '../blocks/terminal.ts';
import { html, withDetail } from '../page/markup.ts';
import { metricText } from '../words/metric-text.ts';
import { goalWords, metricSense, metricWords } from '../words/metric-words.ts';
import { capitalized, counted, grouped, percentText, readable } from '../words/number-format.ts';
import { endText } from './end-text.ts';
import { metricEstimateText, spreadText } from './interval-text.ts';
import { movesSection } from './money-moves.ts';
import { leadingPoint, settingsText, STANDING_BADGES } from './points.ts';
import { recordText } from './record-text.ts';
import { timeText } from './time-text.ts';
import { drawnSection, type ToldAnswer } from './told-answer.ts';

/** A plan and what it is told with. */
export interface PlanFacts {
  readonly scenario: Scenario;
  readonly result: MeasuredPlan;
  readonly told: readonly ToldAnswer[];
  /** The command that makes the same plan. */
  readonly command: string;
  readonly versions: { readonly millrace: string; readonly node: string };
}

/** A plan as one self-contained page: the answer first, then what it rests on. */
export function planPage(plan: PlanFacts): string {
  return pageOf(planDocument(plan));
}

// Further rows are read from the page or plan.json.
const MOST_LINES = 8;

/** A plan for a terminal. */
export function planText(plan: PlanFacts, look: TextLook): string {
  return `${textOf(planDocument(plan), look, MOST_LINES)}\n`;
}

/** All that a plan found, for machines: amounts as decimal strings, no times, the same bytes for the same plan. */
export function planJson(
  { name, question, seed }: Pick<Scenario, 'name' | 'question' | 'seed'>,
  result: MeasuredPlan,
): string {
  return `${toJson({ scenario: name, question, seed, ...result }, 2)}\n`;
}

/** The answer in one sentence, with its interval. */
export function planAnswer(result: MeasuredPlan, told: readonly ToldAnswer[]): string {
  return `${answerSentence(result, told)}${timeText(result)}${endText(result)}`;
}

/** Everything that is told of a plan. */
export function planDocument(plan: PlanFacts): Document {
  const { scenario, result, told } = plan;
  const drawn = told.find(({ chart }) => chart !== undefined);
  return {
    name: `Plan of ${scenario.name}`,
    title: scenario.question,
    head: [
      {
        kind: 'verdict',
        judgement: STANDING_BADGES[overall(plan)],
        sentence: planAnswer(result, told),
      },
      result.record === undefined ? null : prose(recordText(result.record)),
      result.draw === undefined ? null : prose(drawText(result.draw, result)),
      prose(html`Plan of scenario <strong>${scenario.name}</strong>, seed ${scenario.seed}`, 'muted'),
    ],
    body: [
      keyFigures(plan),
      drawn?.chart === undefined ? null : pageOnly(drawn.chart),
      told.map(({ moves }) => (moves === undefined ? null : movesSection(moves))),
      figureSection(result),
      told.map((each) => drawnSection(each, each === drawn)),
      prose(scopeText(result), 'muted'),
      assumptions(plan),
    ],
    footer: html`Made by Millrace from its own simulations. <code>plan.json</code> beside this page holds the same in numbers, <code>what-to-do.csv</code> the money to move, <code>results.csv</code> one row for each replication.`,
  };
}

function answerSentence({ goal, points, token }: MeasuredPlan, told: readonly ToldAnswer[]): string {
  const verdict = told.find((each) => each.verdict !== undefined)?.verdict;
  if (verdict !== undefined) {
    const [least] = sumsThatMeet(told);
    return least === undefined ? verdict.sentence : `${verdict.sentence} ${least.sentence}`;
  }
  const [first] = points;
  const estimate = first?.metrics[goal.metric];
  if (first === undefined || estimate === undefined) return 'Nothing was measured: no simulation has ended.';
  if (points.length === 1) {
    const remarks = told.flatMap(({ remark }) => (remark === undefined ? [] : [` ${remark}`]));
    return `${GOAL_WORDS[first.goal]}: ${metricWords(goal.metric)} is ${metricEstimateText(goal.metric, estimate, token)}.${remarks.join('')}`;
  }
  const met = points.filter(({ goal: standing }) => standing === 'met').length;
  return `${capitalized(goalWords(goal, token))} holds at ${met} of ${counted(points.length, 'point')}.`;
}

/** The least first: more money does no better. */
function sumsThatMeet(told: readonly ToldAnswer[]) {
  const sums = told.flatMap(({ alsoMeets = [] }) => alsoMeets);
  return sums.sort((a, b) => Number(a.money > b.money) - Number(a.money < b.money));
}

const GOAL_WORDS: Readonly<Record<PlanPoint['goal'], string>> = {
  met: 'The goal is met',
  missed: 'The goal is missed',
  undecided: 'The replications do not decide the goal',
};

// The badge is about the scenario as it stands where that was all that was asked.
function overall({ result: { points }, told }: PlanFacts): Standing | 'answered' {
  const verdict = told.find((each) => each.verdict !== undefined)?.verdict;
  if (verdict !== undefined)
    return verdict.isMissed && sumsThatMeet(told).length === 0 ? 'missed' : 'answered';
  if (points.length === 1) return points[0]?.goal ?? 'undecided';
  // Of several, one that meets the goal is an answer, and so is that none does, once all are measured.
  if (points.some((point) => point.goal === 'met')) return 'answered';
  return points.length > 0 && points.every((point) => point.goal === 'missed') ? 'missed' : 'undecided';
}

function keyFigures({ result: { points, goal, simulations, token }, told }: PlanFacts): Block {
  const point = leadingPoint(points);
  const now = point?.metrics[goal.metric];
  const figures: readonly (Figure | undefined)[] = [
    ...told.map(({ figure }) => figure),
    point &&
      now && {
        name: points.length > 1 ? capitalized(settingsText(point.settings)) : 'As it stands',
        figure: metricText(goal.metric, now.mean, token),
        hint: `${capitalized(metricWords(goal.metric))}, ${metricEstimateText(goal.metric, now, token)}${worstText(point, goal.metric, token)}.`,
      },
    {
      name: 'Simulations',
      figure: grouped(simulations),
      hint: 'All that the answers rest on.',
    },
  ];
  return { kind: 'figures', figures: figures.filter((figure) => figure !== undefined) };
}

function worstText({ worst }: PlanPoint, metric: string, token?: PlannedToken): string {
  if (worst === undefined) return '';
  const { value: mean, interval } = worst;
  return `; in the worst run of twenty ${metricEstimateText(metric, { mean, interval }, token)}`;
}

/** The figures that the plan was asked for, at every point. */
function figureSection({ figures = [], points, token }: MeasuredPlan): Block | null {
  if (figures.length === 0) return null;
  const rows = points.flatMap(({ settings, metrics }) =>
    figures.map((metric) => ({ at: settingsText(settings), metric, estimate: metrics[metric] })),
  );
  return section(
    { id: 'figures', title: 'In one run', hint: 'As it stands, before any answer below.' },
    table({
      columns: [
        ...(points.length > 1 ? [{ head: 'Point', cell: ({ at }: (typeof rows)[number]) => at }] : []),
        {
          head: 'Figure',
          cell: ({ metric }) => withDetail(metricWords(metric), metricSense(metric)),
        },
        {
          head: 'Value',
          number: true,
          cell: ({ metric, estimate }) =>
            estimate === undefined ? 'not measured' : metricEstimateText(metric, estimate, token),
        },
      ],
      rows,
      elsewhere: 'plan.json',
      most: MOST_FIGURES,
    }),
  );
}

// Figures of more points are compared in results.csv.
const MOST_FIGURES = 60;

function assumptions({ scenario, result, command, versions }: PlanFacts): Block {
  const { confidence, points, goal, ended, mine, token } = result;
  const replications = points.map((point) => point.replications);
  const [fewest, most] = [Math.min(...replications), Math.max(...replications)];
  return repeatable('What was assumed', {
    facts: [
      [
        'Goal',
        periodMetric(goal.metric) === undefined
          ? `${goalWords(goal, token)}, of the mean over replications`
          : goalWords(goal, token),
      ],
      ...(mine === undefined
        ? []
        : [
            [
              'May be changed',
              `ends, channels and fees of ${mine.join(', ')}; others stay as they are`,
            ] as const,
          ]),
      [
        'Traffic',
        [...scenario.traffic, ...(scenario.recorded ?? [])].map(({ name }) => name).join(', ') ||
          counted(scenario.steps.length, 'step'),
      ],
      [
        'Replications of each point',
        fewest === most ? grouped(fewest) : `${grouped(fewest)} to ${grouped(most)}`,
      ],
      [
        'Intervals',
        `${percentText(confidence)}: Wilson’s for shares, by the spread between replications and never without width where chance is at work, Student’s for other means and for paired differences, order statistics for the worst run`,
      ],
      [
        'Protocol',
        `${scenario.protocol.kind}, router ${scenario.protocol.router}, view ${scenario.protocol.view}`,
      ],
      ['Versions', `millrace ${versions.millrace}, Node ${versions.node}`],
    ],
    line: command,
    ...(ended === 'time' && { before: 'To answer it in full, however long that takes:' }),
  });
}

/** `The network is drawn: with the same payments success differs by 4.1 points from draw to draw, ...` */
function drawText(
  { byNetwork, byPayments }: DrawEffect,
  { goal: { metric }, token }: Pick<MeasuredPlan, 'goal' | 'token'>,
): string {
  const [network, payments] = [byNetwork, byPayments].map((each) => spreadText(metric, each, token));
  return `Networks are drawn, as what others hold is not known. From draw to draw ${metricWords(metric)} differs by ${network} with the same payments; in the same network it differs by ${payments} from one draw of payments to another (standard deviations).`;
}

function scopeText({ network, warmUpMs, simulations }: MeasuredPlan): string {
  const drawn =
    network === 'fixed' ? 'one network, the scenario’s' : 'a network of its own for each replication';
  const warmUp = warmUpMs === 0 ? 'no warm-up removed' : `the first ${readable(warmUpMs / 1000)} s left out`;
  return `${counted(simulations, 'simulation')}; ${drawn}; ${warmUp}; all points meet the same chance.`;
}
