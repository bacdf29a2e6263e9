import { toJson } from '../../model/json.ts';
import type { MeasuredPlan, PlanPoint } from '../../model/plan/measured-plan.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { counted, readable } from '../words/number-format.ts';
import { estimateText } from './interval-text.ts';
import { MOST_LINES, type TitledLines, type ToldAnswer } from './told-answer.ts';

// More points than this are read from results.csv or the page.
const MOST_POINTS = 40;

/** A plan for a terminal: the answer first, then the points. */
export function planText(
  scenario: Pick<Scenario, 'question'>,
  result: MeasuredPlan,
  told: readonly ToldAnswer[],
): string {
  const { goal, points } = result;
  const sections = [
    scenario.question,
    planAnswer(result, told),
    ...told.flatMap(({ lists }) => lists.map(listText)),
    points.length > 1 ? pointTable(points, goal.metric) : '',
    assumptions(result),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function listText({ title, lines }: TitledLines): string {
  const rest = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map((line) => `  ${line}`);
  return [title, ...shown, ...(rest > 0 ? [`  and ${rest} more in plan.json`] : [])].join('\n');
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
  return `${answerSentence(result, told)}${endText(result)}`;
}

function answerSentence({ goal, points }: MeasuredPlan, told: readonly ToldAnswer[]): string {
  const verdict = told.find((each) => each.verdict !== undefined)?.verdict;
  if (verdict !== undefined) return verdict.sentence;
  const [first] = points;
  const estimate = first?.metrics[goal.metric];
  if (first === undefined || estimate === undefined) return 'Nothing was measured: no simulation has ended.';
  if (points.length === 1) {
    const remarks = told.flatMap(({ remark }) => (remark === undefined ? [] : [` ${remark}`]));
    return `${GOAL_WORDS[first.goal]}: ${goal.metric} is ${estimateText(estimate)}.${remarks.join('')}`;
  }
  const met = points.filter(({ goal: standing }) => standing === 'met').length;
  return `${goal.text} holds at ${met} of ${counted(points.length, 'point')}.`;
}

const GOAL_WORDS: Readonly<Record<PlanPoint['goal'], string>> = {
  met: 'The goal is met',
  missed: 'The goal is missed',
  undecided: 'The replications do not decide the goal',
};

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

/** The questions that were answered from fewer replications than asked for, and those that were not. */
function shortenedText(
  { points: least, ...answers }: Readonly<Record<string, number>>,
  points: MeasuredPlan['points'],
): string {
  const measured = points.filter(({ replications }) => replications > 0).length;
  const short: Readonly<Record<string, number>> = least ? { points: least, ...answers } : answers;
  const counts = [...new Set(Object.values(short))].sort((a, b) => b - a);
  const parts = counts.map((count) => {
    const names = Object.keys(short).filter((name) => short[name] === count);
    const are = names.length === 1 && names[0] !== 'points' ? 'is' : 'are';
    const subject = `${names.join(', ')} ${are}`;
    if (count === 0) return `${subject} not answered`;
    return `${subject} told from ${counted(count, 'replication')}, with intervals as wide as that makes them`;
  });
  if (least === 0) parts.unshift(`${measured} of ${counted(points.length, 'point')} measured`);
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}

function pointTable(points: readonly PlanPoint[], metric: string): string {
  const factors = Object.keys(points[0]?.settings ?? {});
  const rows = points.slice(0, MOST_POINTS).map(({ settings, metrics, replications, goal }) => {
    const estimate = metrics[metric];
    return [
      ...factors.map((factor) => settings[factor] ?? ''),
      estimate === undefined ? '' : estimateText(estimate),
      String(replications),
      goal,
    ];
  });
  const table = [[...factors, `${metric} (95 %)`, 'replications', 'goal'], ...rows];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    `  ${row.map((text, column) => text.padEnd(widths[column] as number)).join('  ')}`.trimEnd(),
  );
  const rest = points.length - rows.length;
  return [...lines, ...(rest > 0 ? [`  and ${counted(rest, 'more point')}: see results.csv`] : [])].join(
    '\n',
  );
}

function assumptions({ network, warmUpMs, simulations }: MeasuredPlan): string {
  const drawn =
    network === 'fixed' ? 'one network, the scenario’s' : 'a network of its own for each replication';
  const warmUp = warmUpMs === 0 ? 'no warm-up removed' : `the first ${readable(warmUpMs / 1000)} s left out`;
  return `${counted(simulations, 'simulation')}; ${drawn}; ${warmUp}; all points meet the same chance.`;
}
