import type { DepositAnswer, PlanPoint, PlanResult } from '../../model/plan/plan-result.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { answerTexts, depositInterval, estimateText } from './answer-texts.ts';
import { counted, grouped, readable } from '../words/number-format.ts';

// More points than this are read from results.csv or the page.
const MOST_POINTS = 40;

/** A plan for a terminal: the answer first, then the points. */
export function planText(scenario: Pick<Scenario, 'question'>, result: PlanResult): string {
  const { goal, points } = result;
  const sections = [
    scenario.question,
    planAnswer(result),
    ...answerTexts(result),
    points.length > 1 ? pointTable(points, goal.metric) : '',
    assumptions(result),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The answer in one sentence, with its interval. */
export function planAnswer(result: PlanResult): string {
  return `${answerSentence(result)}${endText(result)}`;
}

function answerSentence({ goal, points, deposit = [], fund }: PlanResult): string {
  const [answer] = deposit;
  if (answer !== undefined) return depositSentence(answer, goal.text);
  const [first] = points;
  const estimate = first?.metrics[goal.metric];
  if (first === undefined || estimate === undefined) return 'Nothing was measured: no simulation has ended.';
  if (points.length === 1)
    return `${GOAL_WORDS[first.goal]}: ${goal.metric} is ${estimateText(estimate)}.${fundText(fund)}`;
  const met = points.filter(({ goal: standing }) => standing === 'met').length;
  return `${goal.text} holds at ${met} of ${counted(points.length, 'point')}.`;
}

function fundText(fund: PlanResult['fund']): string {
  if (fund === undefined || fund.ends.length === 0) return '';
  return ` With ${grouped(fund.budget)} more where it helps most it is ${estimateText(fund.after)}.`;
}

const GOAL_WORDS: Readonly<Record<PlanPoint['goal'], string>> = {
  met: 'The goal is met',
  missed: 'The goal is missed',
  undecided: 'The replications do not decide the goal',
};

function endText({ ended, shortened = {}, points }: PlanResult): string {
  switch (ended) {
    case 'complete':
      return '';
    case 'time':
      return ` The time was up${shortenedText(shortened, points)}.`;
    case 'interrupted':
      return ' It was interrupted: go on with --resume.';
  }
}

/** What was answered from fewer replications than asked for, and what was not. */
function shortenedText(
  { points: least, ...answers }: Readonly<Record<string, number>>,
  points: PlanResult['points'],
): string {
  const measured = points.filter(({ replications }) => replications > 0).length;
  const short: Readonly<Record<string, number>> = least ? { points: least, ...answers } : answers;
  const counts = [...new Set(Object.values(short))].sort((a, b) => b - a);
  const parts = counts.map((count) => {
    const names = Object.keys(short).filter((name) => short[name] === count);
    const are = names.length === 1 && names[0] !== 'points' ? 'is' : 'are';
    const told = `${names.join(', ')} ${are} `;
    if (count === 0) return `${told}not answered`;
    return `${told}told from ${counted(count, 'replication')}, with intervals as wide as that makes them`;
  });
  if (least === 0) parts.unshift(`${measured} of ${counted(points.length, 'point')} measured`);
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}

function depositSentence({ of, deposit, interval, most }: DepositAnswer, goal: string): string {
  if (deposit === undefined)
    return `No deposit of ${of} up to ${grouped(most)} meets ${goal}: money there is not what is missing.`;
  return `${grouped(deposit)} is the least deposit of ${of} with which ${goal} holds${depositInterval(interval)}.`;
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

function assumptions({ network, warmUpMs, simulations }: PlanResult): string {
  const drawn =
    network === 'fixed' ? 'one network, the scenario’s' : 'a network of its own for each replication';
  const warmUp = warmUpMs === 0 ? 'no warm-up removed' : `the first ${readable(warmUpMs / 1000)} s left out`;
  return `${counted(simulations, 'simulation')}; ${drawn}; ${warmUp}; all points meet the same chance.`;
}
