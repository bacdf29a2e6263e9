import type { MeasuredPlan } from '../../model/plan/measured-plan.ts';
import { counted } from '../words/number-format.ts';

/** How a plan ended that was not made as asked: ` The time was up: the least deposit is not answered.` */
export function endText({ ended, shortened = {}, points }: MeasuredPlan): string {
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

/** The questions in words. */
export const QUESTION_WORDS: Readonly<Record<string, string>> = {
  points: 'the points',
  deposit: 'the least deposit',
  fund: 'where the budget should go',
  changes: 'which changes help',
  rebalance: 'what drains',
};
