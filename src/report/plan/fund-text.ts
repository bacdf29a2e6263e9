import type { FundingAnswer } from '../../model/plan/answers.ts';
import { type Expectation, isReached } from '../../model/scenario/expectation.ts';
import { type Block, table } from '../blocks/block.ts';
import { metricText } from '../words/metric-text.ts';
import { goalWords, metricWords } from '../words/metric-words.ts';
import { capitalized, counted } from '../words/number-format.ts';
import { type AnswerSetting, type AnswerText, moneyCurve, obstaclesText } from './answer-text.ts';
import { metricChangeText, metricEstimateText } from './interval-text.ts';
import { currencyText, tokensText } from './money-moves.ts';

/** The best use of a budget, and success against smaller ones. */
export function fundText(
  { obstacles, ...told }: FundingAnswer,
  { isSaid = false, ...setting }: AnswerSetting & { readonly isSaid?: boolean },
): AnswerText {
  const answer = { ...told, ...(obstacles && !isSaid && { obstacles }) };
  const { goal, token } = setting;
  const { metric } = goal;
  const { budget, ends, after, rule, unplaced } = answer;
  const money = tokensText(budget, token);
  const title = `Where ${money} more should go`;
  if (ends.length === 0) {
    const none = `No division of ${money} changes ${metricWords(metric)}: ${counted(answer.rules.length, 'rule')} were tried.`;
    return { title, sentence: `${none}${outOfReach(answer, setting)}`, table: [] };
  }
  const isHelpful = isBetter(goal, answer.gain.interval);
  const placed = currencyText(budget - unplaced, token);
  return {
    title,
    hint: 'Seeds that choose the division differ from seeds that measure the gain.',
    sentence: `${gainText(answer, { ...setting, money: placed })}${isSaid ? '' : ` ${curveText(answer, setting)}`}`,
    figure: {
      name: `With up to ${money} more`,
      figure: metricText(metric, after.mean, token),
      hint: `${capitalized(metricWords(metric))} ${metricEstimateText(metric, after, token)} (rule: ${rule})${isHelpful ? '' : ': not shown to help'}.`,
    },
    curve: curveOf(answer, setting),
    table: budgetTable(answer, setting),
    notes: [
      `Rule: ${rule}.${rulesText(answer, setting)}`,
      unplaced > 0n ? `${currencyText(unplaced, token)} of the budget of ${money} is not needed.` : '',
    ],
  };
}

function outOfReach({ obstacles }: FundingAnswer, { isOwn, ...setting }: AnswerSetting): string {
  const whose = isOwn ? 'your own ends' : 'any end';
  return obstacles === undefined ? '' : ` ${obstaclesText(obstacles, { ...setting, whose })}`;
}

function isBetter({ relation }: Expectation, [low, high]: readonly [number, number]): boolean {
  return relation.startsWith('<') ? high < 0 : low > 0;
}

/** The plan begins with the same replications as its answer, unless there was time or need for more of its points. */
function gainText(
  { budget, rule, before, after, gain }: FundingAnswer,
  { goal, token, now, money }: AnswerSetting & { readonly money: string },
): string {
  const { metric } = goal;
  const [then, change] = [metricEstimateText(metric, after, token), metricChangeText(metric, gain, token)];
  const from =
    now?.count === before.count
      ? ''
      : `, from ${metricEstimateText(metric, before, token)} in the ${counted(before.count, 'replication')} that measure it`;
  return isBetter(goal, gain.interval)
    ? `With ${money} more where it helps most, ${metricWords(metric)} is ${then}${from}: ${change}.`
    : `No division of ${currencyText(budget, token)} is shown to help. Divided ${rule}, ${metricWords(metric)} is ${then}${from}: ${change}.`;
}

/** `With 4,120 success of at least 95 % is reached.` */
function curveText(answer: FundingAnswer, { goal, also = [], token, now, isOwn }: AnswerSetting): string {
  const { before, cheapest } = answer;
  const goals = [goal, ...also];
  const wantedOf = (some: typeof goals): string => some.map((each) => goalWords(each, token)).join(' and ');
  if (isReached(goal, before) && also.length === 0)
    return now === undefined ? '' : 'The goal is met without it.';
  if (answer.obstacles !== undefined) return outOfReach(answer, { goal, token, isOwn, now }).trim();
  const none = `No budget that was tried reaches ${wantedOf(goals)}.`;
  if (cheapest === undefined) return none;
  const { money, isForFirst = false } = cheapest;
  const wanted = isForFirst ? [goal] : goals;
  const [more, where] =
    money > answer.budget ? [', more than the budget,', `; --budget ${money} shows where`] : ['', ''];
  const shown = `${wantedOf(wanted)} ${wanted.length === 1 ? 'is' : 'are'} reached`;
  const tried = [{ budget: answer.budget - answer.unplaced, goal: answer.after }, ...answer.curve];
  const isLess = tried.some((row) => row.budget < money && isReached(goal, row.goal));
  const few = counted(before.count, 'replication');
  const less = isLess ? ` Less money meets it only on the average of ${few}.` : '';
  return `${isForFirst ? `${none} ` : ''}With ${currencyText(money, token)}${more} ${shown}${where}.${less}`;
}

/** ` A search found nothing better. On the test seeds, by average shortfall scores 0.14 points better (may be chance).` */
function rulesText({ rules, rule }: FundingAnswer, { goal, token }: AnswerSetting): string {
  const wanted = goal.relation.startsWith('<') ? 1 : -1;
  const others = rules.filter(({ name }) => !rule.startsWith(name));
  const [rival] = others.sort((a, b) => wanted * (b.difference.mean - a.difference.mean));
  const [chosen] = rules;
  const against =
    chosen === undefined
      ? ''
      : rule.startsWith(chosen.name)
        ? ' A search found nothing better.'
        : ` Compared with the best simple rule, ${chosen.name}: ${metricChangeText(goal.metric, chosen.difference, token)}.`;
  if (rival === undefined || rival.difference.mean * wanted <= 0) return against;
  const { mean, interval, ...rest } = rival.difference;
  const better = { ...rest, mean: -mean, interval: [-interval[1], -interval[0]] as const };
  return `${against} On the test seeds the rule ${rival.name} scores better: ${metricChangeText(goal.metric, better, token)}.`;
}

function budgetTable({ curve }: FundingAnswer, { goal: { metric }, token }: AnswerSetting): Block {
  return table({
    columns: [
      ['Budget', ({ budget }) => tokensText(budget, token), 'number'],
      [metricWords(metric), ({ goal }) => metricEstimateText(metric, goal, token), 'number'],
      ['divided', ({ rule }) => rule],
    ],
    rows: curve,
    lines: 'all',
  });
}

function curveOf({ curve, cheapest }: FundingAnswer, setting: AnswerSetting): AnswerText['curve'] {
  return moneyCurve(setting, {
    kind: 'budget',
    probes: curve.map(({ budget, goal }) => ({ amount: budget, ...goal })),
    textOf: tokensText,
    meaning: 'the least money that meets it with more replications too',
    answer: cheapest && [cheapest.money, cheapest.money, cheapest.money],
  });
}
