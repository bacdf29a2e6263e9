import { toJson } from '../../model/json.ts';
import type { AnsweredPoint } from '../../model/plan/answers.ts';
import {
  type MeasuredPlan,
  type PlannedToken,
  type PlanPoint,
  settingsText,
} from '../../model/plan/measured-plan.ts';
import { periodMetric } from '../../model/scenario/expectation.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import {
  type Block,
  type Document,
  type Figure,
  pageOnly,
  type Parts,
  prose,
  repeatable,
  section,
  table,
  type TableColumn,
} from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { textOf, type TextLook } from '../blocks/terminal.ts';
import { html, withDetail } from '../page/markup.ts';
import { metricText } from '../words/metric-text.ts';
import { goalWords, metricSense, metricWords } from '../words/metric-words.ts';
import { capitalized, counted, grouped, percentText, readable } from '../words/number-format.ts';
import { answerSection, curveBlock } from './answer-text.ts';
import { metricEstimateText } from './interval-text.ts';
import { actionFigure, actionText, alternativesSection, movesBlock, movesSection } from './money-moves.ts';
import { leadingPoint, pointsSection, STANDING_BADGES } from './points.ts';
import {
  type AnsweredPlan,
  answerParts,
  answersAt,
  headlineOf,
  type PlacedAnswer,
  planStanding,
  recordText,
} from './plan-answer.ts';

/** A plan and what its page needs. */
export interface PlanFacts extends AnsweredPlan {
  readonly scenario: Scenario;
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
  return `${toJson({ format: 'millrace-plan-result/1', scenario: name, question, seed, ...result }, 2)}\n`;
}

// The answers of further points are read from plan.json.
const MOST_POINTS = 12;

/** A plan as a document: the answer, the money to move, then each answer with its table and curve. */
export function planDocument(plan: PlanFacts): Document {
  const { scenario, result, answered } = plan;
  const { token } = result;
  const answers = result.points.length === 1 ? answersAt(answered[0], result) : [];
  const moves = result.points.length === 1 ? (answered[0]?.moves ?? []) : [];
  const headline = headlineOf(result, answers, moves);
  const [answer, more] = answerParts(plan);
  const drawn = [headline, ...answers].find((each) => each?.curve !== undefined);
  return {
    name: `Plan of ${scenario.name}`,
    title: scenario.question,
    head: [
      { kind: 'verdict', judgement: STANDING_BADGES[planStanding(plan)], sentence: answer },
      more === '' ? null : prose(more.trim()),
      result.record === undefined ? null : prose(recordText(result.record)),
      prose(html`Plan of scenario <strong>${scenario.name}</strong>, seed ${scenario.seed}`, 'muted'),
    ],
    body: [
      keyFigures(result, answers, moves),
      token === undefined || !moves[0]?.moves.length
        ? null
        : movesSection(answers.length > 1 ? moves[0] : { moves: moves[0].moves }, token),
      token === undefined ? null : alternativesSection(moves, { ...result, token }),
      pageOnly(() => (drawn?.curve === undefined ? null : curveBlock(drawn.curve, drawn.question))),
      figureSection(result),
      answers.map((each) => {
        const lead = each === headline || each.sentence === undefined ? null : prose(each.sentence);
        return answerSection(each, { id: each.question, isCurveShown: each === drawn, lead });
      }),
      result.points.length === 1 ? null : pointSections(plan),
      prose(scopeText(result), 'muted'),
      assumptions(plan),
    ],
    footer: html`Made by Millrace from its own simulations. <code>plan.json</code> beside this page holds the same in numbers, <code>what-to-do.csv</code> the money to move, <code>results.csv</code> one row for each replication.`,
  };
}

/** The answers at each point of several, beside the figures of all. */
function pointSections({ result, answered }: PlanFacts): Parts {
  const { token } = result;
  const told = answered
    .slice(0, MOST_POINTS)
    .map((each) => ({ ...each, at: settingsText(each.point.settings), answers: answersAt(each, result) }));
  return [
    pointsSection(result),
    figureTable(told),
    told.map(({ at, answers, moves }, index) =>
      answers.map((answer) => {
        const [action] = moves;
        const lead = [
          answer.sentence === undefined ? null : prose(answer.sentence),
          action?.question !== answer.question || token === undefined
            ? null
            : [prose(actionText(moves, result)), movesBlock(action.moves, token)],
        ];
        return answerSection(answer, { id: `${answer.question}-${index + 1}`, at, lead });
      }),
    ),
  ];
}

interface AnswersAtPoint {
  readonly at: string;
  readonly answers: readonly PlacedAnswer[];
}

/** The figures of all points below each other; null: no answer has one. */
function figureTable(points: readonly AnswersAtPoint[]): Block | null {
  const figuresAt = ({ answers }: AnswersAtPoint) => answers.flatMap(({ figure }) => figure ?? []);
  const names = [...new Set(points.flatMap(figuresAt).map(({ name }) => name))];
  if (names.length === 0) return null;
  return section(
    { id: 'answers', title: 'The answers at each point' },
    table({
      columns: [
        ['Point', ({ at }) => at],
        ...names.map(
          (head): TableColumn<AnswersAtPoint> => [
            head,
            (each) => figuresAt(each).find(({ name }) => name === head)?.figure ?? '–',
            'number',
          ],
        ),
      ],
      rows: points,
    }),
  );
}

function keyFigures(
  { points, goal, token }: MeasuredPlan,
  answers: readonly PlacedAnswer[],
  moves: AnsweredPoint['moves'],
): Block {
  const point = leadingPoint(points);
  const now = point?.metrics[goal.metric];
  const figures: readonly (Figure | undefined)[] = [
    actionFigure(moves, { goal, token }),
    ...answers.map(({ figure }) => figure),
    point &&
      now && {
        name: points.length > 1 ? capitalized(settingsText(point.settings)) : 'As it stands',
        figure: metricText(goal.metric, now.mean, token),
        hint: `${capitalized(metricWords(goal.metric))}, ${metricEstimateText(goal.metric, now, token)}${worstText(point, goal.metric, token)}.`,
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
    { id: 'figures', title: 'As it stands, in one run', hint: 'Before any answer below.' },
    table({
      columns: [
        ...(points.length > 1
          ? [['Point', ({ at }) => at] satisfies TableColumn<(typeof rows)[number]>]
          : []),
        ['Figure', ({ metric }) => withDetail(metricWords(metric), metricSense(metric))],
        [
          'Value',
          ({ metric, estimate }) =>
            estimate === undefined ? 'not measured' : metricEstimateText(metric, estimate, token),
          'number',
        ],
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
      [
        'May be changed',
        `ends, channels and fees of ${mine === undefined ? 'all nodes' : `${mine.join(', ')}; others stay as they are`}`,
      ],
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
        `${percentText(confidence)}: Wilson’s for shares, widened by the spread between replications. Student’s for other means and for paired differences. Order statistics for the worst run`,
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

function scopeText({ network, warmUpMs, simulations }: MeasuredPlan): string {
  const drawn = network === 'fixed' ? 'in the network of the scenario' : 'each replication in a new network';
  const warmUp = warmUpMs === 0 ? '' : `, without the first ${readable(warmUpMs / 1000)} s`;
  return `${counted(simulations, 'simulation')} ${drawn}${warmUp}, with the same random seeds at every point.`;
}
