import type { AnsweredPoint, PlanAnswers, PlanResult } from '../../model/plan/answers.ts';
import type { MeasuredPlan, PlanPoint, RecordCheck } from '../../model/plan/measured-plan.ts';
import { isReached } from '../../model/scenario/expectation.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { goalWords } from '../words/metric-words.ts';
import { capitalized, counted, durationText, percentText, spanText } from '../words/number-format.ts';
import type { AnswerSetting, AnswerText } from './answer-text.ts';
import { changesText } from './changes-text.ts';
import { depositText } from './deposit-text.ts';
import { fundText } from './fund-text.ts';
import { amountEstimateText, metricEstimateText } from './interval-text.ts';
import { actionText, QUESTION_WORDS } from './money-moves.ts';
import type { PlanStanding } from './points.ts';
import { rebalanceText } from './rebalance-text.ts';

/** A plan with its answers at each point. */
export interface AnsweredPlan {
  readonly result: PlanResult;
  readonly answered: readonly AnsweredPoint[];
}

/** The badge of a plan; where no money meets the goal, it is about the network as it stands. */
export function planStanding({ result: { points, also = [] }, answered }: AnsweredPlan): PlanStanding {
  const [only] = points;
  if (only !== undefined && points.length === 1) {
    const [move] = answered[0]?.moves ?? [];
    const standing = move?.isMet ? 'answered' : only.goal;
    const then = { ...only.metrics, ...move?.also };
    const isMissed = also.some((goal) => !isReached(goal, then[goal.metric]));
    return isMissed && (standing === 'answered' || standing === 'met') ? 'partly' : standing;
  }
  // Of several, one that meets the goal is an answer, and so is that none does, once all are measured.
  if (points.some(({ goal }) => goal === 'met')) return 'answered';
  return points.length > 0 && points.every(({ goal }) => goal === 'missed') ? 'missed' : 'undecided';
}

/** The answer with its interval, and what it holds for, in one line. */
export function planAnswer(facts: AnsweredPlan): string {
  return answerParts(facts).join('');
}

/** The answer with its interval, and the sentences after it: the best change, further goals, and what it holds for. */
export function answerParts({ result, answered }: AnsweredPlan): readonly [answer: string, more: string] {
  const answers = answersAt(answered[0], result);
  const [text, more] =
    result.points.length === 1
      ? onePointText(result, answers, answered[0]?.moves ?? [])
      : [pointsText(result), ''];
  return [
    `${text}${endText(result)}`,
    `${more}${furtherGoalsText(result, answered[0])}${lengthText(result)}${drainText(result)}`,
  ];
}

/** ` Further goal: earnings of at least 100, now missed: 83 (80 to 86), then met: 104 (100 to 108).` */
function furtherGoalsText({ also = [], points, token }: PlanResult, answered?: AnsweredPoint): string {
  const now = points.length === 1 ? points[0]?.metrics : undefined;
  const [move] = answered?.moves ?? [];
  const afterwards = move?.moves.length === 0 ? 'with the best changes' : 'then';
  return also
    .map((goal) => {
      const { metric } = goal;
      if (now?.[metric] === undefined) return '';
      const texts = [now[metric], move?.also?.[metric] ?? []].flat().map((each, at) => {
        const standing = `${at === 0 ? 'now' : afterwards} ${isReached(goal, each) ? 'met' : 'missed'}`;
        return `${standing}: ${metricEstimateText(metric, each, token)}`;
      });
      return ` Further goal: ${goalWords(goal, token)}, ${texts.join(', ')}.`;
    })
    .join('');
}

/** An answer with the question that it answers. */
export interface PlacedAnswer extends AnswerText {
  readonly question: string;
}

/** The answers at one point, in the order in which they are shown. */
export function answersAt(
  answered: AnsweredPoint | undefined,
  { goal, also = [], token, mine }: MeasuredPlan,
): readonly PlacedAnswer[] {
  if (answered === undefined) return [];
  const { point, answers } = answered;
  const setting: AnswerSetting = {
    goal,
    also: also.filter((each) => !isReached(each, point.metrics[each.metric])),
    token,
    isOwn: mine !== undefined,
    now: point.metrics[goal.metric],
  };
  const { deposit, fund, changes, rebalance } = answers;
  // The least money, or why none helps, is written once.
  const isSaid = (deposit?.[0]?.obstacles ?? deposit?.[0]?.cheapest) !== undefined;
  const texts: Readonly<Record<keyof PlanAnswers, AnswerText | undefined>> = {
    deposit: deposit && depositText(deposit, setting),
    fund: fund && fundText(fund, { ...setting, isSaid }),
    changes: changes && changesText(changes, setting),
    rebalance: rebalance && rebalanceText(rebalance, setting),
  };
  return Object.entries(texts).flatMap(([question, text]) =>
    text === undefined ? [] : [{ question, ...text }],
  );
}

function onePointText(
  result: MeasuredPlan,
  answers: readonly PlacedAnswer[],
  moves: AnsweredPoint['moves'],
): readonly [answer: string, more: string] {
  const { goal, points, token } = result;
  const [point] = points;
  const estimate = point?.metrics[goal.metric];
  if (point === undefined || estimate === undefined)
    return ['Nothing was measured: too few simulations have ended.', ''];
  const nowText = metricEstimateText(goal.metric, estimate, token);
  const action = actionOf(result, moves);
  const head =
    action === ''
      ? `The goal, ${goalWords(goal, token)}, is ${GOAL_WORDS[point.goal]}: it is ${nowText}.`
      : `${action} Now it is ${nowText}.`;
  const answer = headlineOf(result, answers, moves);
  return [head, answer?.sentence === undefined ? '' : ` ${answer.sentence}`];
}

function actionOf(result: MeasuredPlan, moves: AnsweredPoint['moves']): string {
  return result.points[0]?.goal === 'met' ? '' : actionText(moves, result);
}

// The answer beside the action: the only one; the changes that it refers to; a budget that is too small for it; or,
// without an action, the first. Others head their sections.
export function headlineOf(
  result: MeasuredPlan,
  answers: readonly PlacedAnswer[],
  moves: AnsweredPoint['moves'],
): PlacedAnswer | undefined {
  const isFirst = answers.length === 1 || actionOf(result, moves) === '';
  const short = isFirst ? undefined : moves.find((move) => move.question === 'fund' && !move.isMet);
  const beside = moves[0]?.question === 'changes' ? 'changes' : short?.question;
  return answers.find(({ question }) => question === beside) ?? (isFirst ? answers[0] : undefined);
}

function pointsText({ goal, points, token }: MeasuredPlan): string {
  if (points.every(({ replications }) => replications === 0))
    return 'Nothing was measured: too few simulations have ended.';
  const met = points.filter(({ goal: standing }) => standing === 'met').length;
  return `${capitalized(goalWords(goal, token))} is reached at ${met} of ${counted(points.length, 'point')}.`;
}

const GOAL_WORDS: Readonly<Record<PlanPoint['goal'], string>> = {
  met: 'met',
  missed: 'missed',
  undecided: 'undecided at 95 % confidence',
};

/** How a plan ended that was not made as asked: ` The time was up: the least deposit is not answered.` */
function endText({ ended, shortened = {}, points }: MeasuredPlan): string {
  switch (ended) {
    case 'complete':
      return '';
    case 'time':
      return ` The time was up${shortenedText(shortened, points)}.`;
    case 'interrupted':
      return ' It was interrupted: go on with --resume.';
  }
}

/** Which questions have fewer replications than were asked for, and which have no answer. */
function shortenedText(
  { points: least, ...answers }: Readonly<Record<string, number>>,
  points: MeasuredPlan['points'],
): string {
  const measured = points.filter(({ replications }) => replications > 0).length;
  const short: Readonly<Record<string, number>> = least ? { points: least, ...answers } : answers;
  const counts = [...new Set(Object.values(short))].sort((a, b) => b - a);
  const parts = counts.map((count) => {
    const names = Object.keys(short).filter((name) => short[name] === count);
    const words = names.map((name) => QUESTION_WORDS[name] ?? name);
    const [others, last] = [words.slice(0, -1).join(', '), words.at(-1)];
    const are = names.length === 1 && names[0] !== 'points' ? 'is' : 'are';
    const subject = `${others && `${others} and `}${last} ${are}`;
    if (count === 0) return `${subject} not answered`;
    return `${subject} based on only ${counted(count, 'replication')}, so intervals are wide`;
  });
  if (least === 0) parts.unshift(`${measured} of ${counted(points.length, 'point')} measured`);
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}

type TimedPlan = Pick<MeasuredPlan, 'horizonMs' | 'points' | 'drain' | 'token'>;

/** ` It drains: 4 ends lose 2,010 (1,900 to 2,120) a week more than they get back, to be put in again.` */
function drainText({ drain, token }: TimedPlan): string {
  if (drain === undefined) return '';
  const { ends, perWeek } = drain;
  return ends === 0
    ? ` No end drains significantly.`
    : ` It drains: ${counted(ends, 'end')} ${ends === 1 ? 'loses' : 'lose'} ${amountEstimateText(perWeek, token)} a week more than ${ends === 1 ? 'it gets' : 'they get'} back, to be put in again.`;
}

/** ` For 1 week of such traffic, about 12,000 payments.`: the time and the traffic that the figures hold for. */
function lengthText({ horizonMs, points }: Omit<TimedPlan, 'drain'>): string {
  const [first, ...others] = points;
  // Each point has a horizon of its own.
  if (points.some(({ settings }) => 'plan.horizon' in settings)) return '';
  const [payments, lastsS] = ['payments', 'traffic_s'].map((name) => first?.metrics[name]?.mean);
  if (payments === undefined || lastsS === undefined || others.length > 0)
    return horizonMs === undefined ? '' : ` For ${spanText(horizonMs)} of such traffic.`;
  const made = counted(Math.round(payments), 'payment');
  if (horizonMs === undefined && lastsS === 0) return ` For ${made}.`;
  return horizonMs === undefined
    ? ` For ${made} within ${durationText(lastsS * 1000)}.`
    : ` For ${spanText(horizonMs)} of such traffic, about ${made}.`;
}

// A model that is farther off than this answers another question.
const FAR_OFF = 0.05;

/** How far the model is off where it was tried: on payments that were recorded with how they ended. */
export function recordText({ payments, succeeded, simulated, alike }: RecordCheck): string {
  const share = succeeded / payments;
  const warning =
    Math.abs(simulated.mean - share) > FAR_OFF ? ' The model is far off: take its figures as rough.' : '';
  const text = (each: Estimate): string =>
    each.count === 1 ? percentText(each.mean) : metricEstimateText('success_rate', each);
  return `Check of the model with ${counted(payments, 'recorded payment')}: ${text(alike)} end as recorded when simulated from the balances before them. Success is ${text(simulated)}, in the record ${percentText(share)}. The plan begins with the present balances.${warning}`;
}
