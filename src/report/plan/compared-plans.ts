import type { Amount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { PlannedToken, PlanPoint } from '../../model/plan/measured-plan.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type Block, type Document, prose, section, table } from '../blocks/block.ts';
import { pageOf } from '../blocks/page.ts';
import { textOf, type TextLook } from '../blocks/terminal.ts';
import { withDetail } from '../page/markup.ts';
import { eachSide, joined, type Sides } from '../what-if/sides.ts';
import { metricSense } from '../words/metric-text.ts';
import { goalWords, metricWords } from '../words/metric-words.ts';
import { counted } from '../words/number-format.ts';
import { metricEstimateText } from './interval-text.ts';
import { movedText, movesTitle, tokenWords } from './money-moves.ts';
import { leadingPoint, settingsText } from './points.ts';

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
  /** The questions whose moves it has, also where they move nothing. */
  readonly answered: readonly string[];
  readonly moves: readonly KeptMove[];
}

type KeptPoint = Pick<PlanPoint, 'goal' | 'settings'> & {
  readonly metrics: Readonly<Record<string, Pick<Estimate, 'mean' | 'interval'>>>;
};

/** The money of one channel end before and after one answer is followed. */
export interface KeptMove {
  /** The question that was answered. */
  readonly answer: string;
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly has: Amount;
  readonly afterwards: Amount;
}

/** Two plans beside each other as one self-contained page. */
export function comparedPlansPage(plans: Sides<KeptAnswers>): string {
  return pageOf(comparedPlans(plans));
}

// Further rows are read from the page.
const MOST_LINES = 12;

/** Two plans beside each other on a terminal. */
export function comparedPlansText(plans: Sides<KeptAnswers>, look: TextLook): string {
  return textOf(comparedPlans(plans), look, MOST_LINES);
}

function comparedPlans(plans: Sides<KeptAnswers>): Document {
  const { a, b } = plans;
  const names = [...new Set([...a.moves, ...b.moves].map(({ answer }) => answer))];
  return {
    name: `${a.scenario} and ${b.scenario}`,
    title: a.question === b.question ? a.question : 'Two plans beside each other',
    head: [
      { kind: 'verdict', judgement: ['open', 'plan A'], sentence: `A: ${a.answer}` },
      { kind: 'verdict', judgement: ['open', 'plan B'], sentence: `B: ${b.answer}` },
      prose(`A is ${nameOf(a)}, B ${nameOf(b)}.`, 'muted'),
    ],
    body: [figuresTable(plans), names.map((name) => movesTable(name, plans))],
  };
}

function goalOf({ goal, token }: KeptAnswers): string {
  return goalWords(goal, token);
}

function nameOf({ scenario, seed }: KeptAnswers): string {
  return `scenario ${scenario} with seed ${seed}`;
}

function figuresTable(plans: Sides<KeptAnswers>): Block {
  const told = eachSide(plans, ({ goal, figures }) => [goal.metric, ...figures]);
  const metrics = [...new Set([...told.a, ...told.b])];
  const isVaried = [plans.a, plans.b].some(({ points }) => points.length > 1);
  const isOneGoal = goalOf(plans.a) === goalOf(plans.b);
  const side = (plan: KeptAnswers) => ({
    number: true,
    cell: (metric: string): string => {
      const point = leadingPoint(plan.points);
      const estimate = point?.metrics[metric];
      if (metric === POINT) return settingsText(point?.settings ?? {}) || 'as it stands';
      if (metric === GOAL) return `${point?.goal ?? '–'}${isOneGoal ? '' : `: ${goalOf(plan)}`}`;
      return estimate === undefined ? '–' : metricEstimateText(metric, estimate, plan.token);
    },
  });
  const hint = isOneGoal ? `The goal of both: ${goalOf(plans.a)}.` : 'Each has a goal of its own.';
  return section(
    { id: 'figures', title: isVaried ? 'In one run' : 'In one run, as it stands', hint },
    table({
      columns: [
        {
          head: 'Figure',
          cell: (metric: string) => HEADS[metric] ?? withDetail(metricWords(metric), metricSense(metric)),
        },
        { head: 'A', ...side(plans.a) },
        { head: 'B', ...side(plans.b) },
      ],
      rows: [...(isVaried ? [POINT] : []), GOAL, ...metrics],
    }),
  );
}

// No metric has such a name.
const [POINT, GOAL] = [' point', ' goal'];
const HEADS: Readonly<Record<string, string>> = { [POINT]: 'Point', [GOAL]: 'the goal' };

/** One end in both plans; a plan that leaves it alone has what the other one begins with. */
interface ComparedMove {
  readonly node: string;
  readonly partner: string;
  readonly more: Sides<Amount>;
}

function movesTable(name: string, plans: Sides<KeptAnswers>): Block {
  const moves = eachSide(
    plans,
    (plan) =>
      new Map(
        plan.moves
          .filter(({ answer }) => answer === name)
          .map((move) => [JSON.stringify([move.node, move.partner]), move.afterwards - move.has]),
      ),
  );
  // A plan without this answer adds nothing that could be compared.
  const isAnswered = eachSide(plans, ({ answered }) => answered.includes(name));
  const rows = joined(moves, 0n)
    .map(([key, more]): ComparedMove => {
      const [node, partner] = JSON.parse(key) as [string, string];
      return { node, partner, more };
    })
    .sort((one, other) => Number(apart(other) - apart(one)));
  const sum = (side: 'a' | 'b'): Amount => rows.reduce((all, { more }) => all + more[side], 0n);
  const all = { node: 'In all', partner: counted(rows.length, 'end'), more: { a: sum('a'), b: sum('b') } };
  return section(
    {
      id: `do-${name}`,
      title: movesTitle(name),
      hint: `What each plan adds to an end, ${unitText(plans)}`,
    },
    table({
      columns: [
        { head: 'End of', cell: ({ node }: ComparedMove) => node },
        { head: 'Channel with', cell: ({ partner }) => partner },
        {
          head: `A adds${inToken(plans.a)}`,
          number: true,
          cell: ({ more }) => (isAnswered.a ? text(more.a, plans.a) : '–'),
        },
        {
          head: `B adds${inToken(plans.b)}`,
          number: true,
          cell: ({ more }) => (isAnswered.b ? text(more.b, plans.b) : '–'),
        },
        {
          head: 'B less A',
          number: true,
          cell: ({ more }) =>
            isAnswered.a && isAnswered.b && isOneToken(plans) ? text(more.b - more.a, plans.b) : '–',
        },
      ],
      rows: [all, ...rows],
      open: MOST_LINES,
      most: MOST_ROWS,
      inAll: rows.length + 1,
      elsewhere: 'what-to-do.csv of each plan',
    }),
  );
}

// Of very many the rest is in the CSV of each.
const MOST_ROWS = 200;

function apart({ more }: ComparedMove): Amount {
  return more.a > more.b ? more.a - more.b : more.b - more.a;
}

function text(amount: Amount, { token = SMALLEST }: Pick<KeptAnswers, 'token'>): string {
  if (amount === 0n) return '0';
  return amount > 0n ? `+${movedText(amount, token)}` : `-${movedText(-amount, token)}`;
}

function inToken({ token }: KeptAnswers): string {
  return token === undefined ? '' : `, ${token.name}`;
}

const SMALLEST: PlannedToken = { name: 'smallest units', decimals: 0 };

function unitText(plans: Sides<KeptAnswers>): string {
  const units = eachSide(plans, ({ token = SMALLEST }) => tokenWords(token));
  return isOneToken(plans)
    ? `in ${units.a}; where they differ most comes first.`
    : `A in ${units.a}, B in ${units.b}: amounts of two tokens are not subtracted.`;
}

function isOneToken({ a: { token: one }, b: { token: other } }: Sides<KeptAnswers>): boolean {
  return one?.name === other?.name && one?.decimals === other?.decimals;
}
