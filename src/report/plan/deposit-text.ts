import type { DepositAnswer, DepositProbe } from '../../model/plan/answers.ts';
import { isReached } from '../../model/scenario/expectation.ts';
import { type Block, table } from '../blocks/block.ts';
import { namedFirst } from '../../model/node-text.ts';
import { goalWords, metricWords } from '../words/metric-words.ts';
import { counted, grouped } from '../words/number-format.ts';
import {
  type AnswerSetting,
  type AnswerText,
  moneyCurve,
  type GoalSetting,
  obstaclesText,
} from './answer-text.ts';
import { metricEstimateText } from './interval-text.ts';
import { currencyText, shortText, tokensText } from './money-moves.ts';

type Token = AnswerSetting['token'];

/** The least deposit, of all ends alike and of each part. */
export function depositText(answers: readonly DepositAnswer[], setting: AnswerSetting): AnswerText {
  const { goal, token } = setting;
  const [common, ...parts] = answers as readonly [DepositAnswer, ...DepositAnswer[]];
  return {
    title: 'Least deposit',
    sentence: sentenceOf(common, parts, setting),
    figure: {
      name: 'Least deposit',
      figure: common.deposit === undefined ? '–' : currencyText(common.deposit, token),
      hint: `Of ${common.of}, for ${goalWords(goal, token)}.`,
    },
    curve: curveOf(common, setting),
    table: depositTable(answers, token),
    notes: [
      testedText(common, setting),
      common.replicationsForBound === undefined
        ? ''
        : `The interval has no upper end: that takes about ${grouped(common.replicationsForBound)} replications (--replications).`,
      common.held &&
        `With separate deposits ${metricWords(goal.metric)} is ${metricEstimateText(goal.metric, common.held, token)}, on seeds that did not choose them.`,
    ],
  };
}

function sentenceOf(common: DepositAnswer, parts: readonly DepositAnswer[], setting: AnswerSetting) {
  const { goal, token, now, also = [] } = setting;
  const { of, deposit, interval, most, curve, ends, upTo } = common;
  const wanted = goalWords(goal, token);
  if (common.isCut)
    return `The time was up before the least deposit of ${of} for ${wanted} was found. ${bracketText(common, setting)}`;
  if (common.obstacles !== undefined) return obstaclesText(common.obstacles, { goal, token, whose: of });
  const separate = tokensText(sumOf(parts), token);
  if (deposit !== undefined) {
    const less =
      parts.length === 0 ? '' : ` Separate deposits for ${counted(parts.length, 'part')} need ${separate}.`;
    const again =
      upTo === undefined ? '' : ` Deposits above ${currencyText(upTo, token)} miss the goal again.`;
    const isMet = !also.length && isReached(goal, now);
    const verb = isMet ? 'No money must be added. Enough would be' : 'Deposit at least';
    return `${verb} ${currencyText(deposit, token)}${intervalOf(interval, token)} at ${of} for ${wanted}: ${inAll(common, token)}.${again}${less}${singleText(common, setting)}`;
  }
  const sign = goal.relation.startsWith('<') ? 1 : -1;
  const [best] = [...curve].sort((a, b) => sign * (a.goal.mean - b.goal.mean));
  const bestText =
    best === undefined
      ? ''
      : ` The best of ${counted(curve.length, 'deposit')}, ${currencyText(best.deposit, token)}, gives ${metricEstimateText(goal.metric, best.goal, token)}.`;
  const none = `No equal deposit of ${of} up to ${tokensText(most, token)} reaches ${wanted}.${bestText}`;
  if (parts.length > 0)
    return `Separate deposits for ${counted(parts.length, 'part')} reach ${wanted}: ${separate} in all. ${none}`;
  if (ends === 1 || common.cheapest !== undefined) return none;
  return `${none} Try separate deposits: plan.deposit.classes, or node and each.`;
}

// Both figures stand on one page, and the smaller one is what to add.
function singleText({ cheapest }: DepositAnswer, { goal, token }: GoalSetting): string {
  if (!cheapest?.money) return '';
  const alone = cheapest.isForFirst ? `, for ${goalWords(goal, token)} alone` : '';
  return ` This includes the money there now. With an amount of its own for each end, adding ${tokensText(cheapest.money, token)} is enough${alone}.`;
}

/** `144 misses the goal (94 %), 153 meets it (96 %).`, the largest that misses and the next one that was tested. */
function bracketText({ curve, upTo }: DepositAnswer, { goal, token }: GoalSetting): string {
  const tested = upTo === undefined ? curve : curve.filter(({ deposit }) => deposit <= upTo);
  const at = tested.findLastIndex((probe) => !isReached(goal, probe.goal));
  const [below, above] = [tested[at], tested[at + 1]];
  const text = (probe: DepositProbe): string => `(${metricEstimateText(goal.metric, probe.goal, token)})`;
  const missing = below && `${currencyText(below.deposit, token)} misses the goal ${text(below)}`;
  const meeting = above && `${currencyText(above.deposit, token)} meets it ${text(above)}`;
  const between =
    below && above && above.deposit - below.deposit > 1n ? '; no deposit in between was tested' : '';
  return `Tested: ${[missing, meeting].filter((part) => part !== undefined).join(', ')}${between}.`;
}

/** The tested neighbours of the least deposit, smaller ones that meet the goal, and larger ones. */
function testedText(answer: DepositAnswer, setting: GoalSetting): string {
  const { deposit, curve, upTo, most } = answer;
  const { goal, token } = setting;
  if (deposit === undefined) return '';
  const last = upTo ?? most;
  const larger = curve.filter((probe) => probe.deposit > deposit && probe.deposit <= last).length;
  const smaller = curve.filter((probe) => probe.deposit < deposit && isReached(goal, probe.goal));
  return [
    bracketText(answer, setting),
    larger === 0
      ? ''
      : `${counted(larger, 'larger deposit')} (up to ${tokensText(last, token)}) ${larger === 1 ? 'was tested; it meets' : 'were tested; all meet'} the goal.`,
    smaller.length === 0
      ? ''
      : `Smaller deposits that meet the goal too, with others in between that miss it: ${namedFirst(
          smaller.map((probe) => currencyText(probe.deposit, token)),
          MOST_NAMED,
        )}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

// Further ones are in plan.json.
const MOST_NAMED = 6;

/** `39,440 at 40 ends` */
function inAll(answer: DepositAnswer, token: Token): string {
  return `${tokensText(sumOf([answer]), token)} at ${counted(answer.ends, 'end')}`;
}

function sumOf(answers: readonly DepositAnswer[]): bigint {
  return answers.reduce((sum, { deposit = 0n, ends }) => sum + deposit * BigInt(ends), 0n);
}

/** ` (95 %: 465 to 1,112)`; empty where chance decides nothing. */
function intervalOf([least, sure]: DepositAnswer['interval'], token: Token): string {
  if (least === sure && least !== null) return '';
  if (sure === null)
    return least === null ? ' (95 %: not known)' : ` (95 %: at least ${tokensText(least, token)})`;
  return ` (95 %: ${least === null ? 'up' : shortText(least, token?.decimals ?? 0)} to ${tokensText(sure, token)})`;
}

function curveOf(
  { of, curve, deposit, interval: [least, sure] }: DepositAnswer,
  setting: GoalSetting,
): AnswerText['curve'] {
  const shaded =
    sure === null ? 'no tested deposit meets the goal at 95 % confidence' : 'the shaded part is its interval';
  return moneyCurve(setting, {
    kind: 'deposit',
    of,
    probes: curve.map((probe) => ({ amount: probe.deposit, ...probe.goal })),
    textOf: currencyText,
    meaning: `the least deposit; ${shaded}`,
    answer:
      deposit === undefined
        ? undefined
        : [deposit, (sure === null ? null : least) ?? deposit, sure ?? deposit],
  });
}

function unreachedText({ isCut, most }: DepositAnswer, token: Token): string {
  return isCut ? 'not found in time' : `not reached up to ${tokensText(most, token)}`;
}

function depositTable(answers: readonly DepositAnswer[], token: Token): Block {
  const parts = answers.slice(1);
  const rows = answers.map((answer) => ({
    of: answer.of,
    least:
      answer.deposit === undefined
        ? unreachedText(answer, token)
        : `${currencyText(answer.deposit, token)}${answer === answers[0] ? intervalOf(answer.interval, token) : ''}`,
    inAll: answer.deposit === undefined ? '' : inAll(answer, token),
  }));
  const total = { of: 'all parts', least: '', inAll: tokensText(sumOf(parts), token) };
  return table({
    ...(parts.length > 0 && { caption: 'One deposit for all, then one for each part' }),
    columns: [
      ['Deposit of', ({ of }) => of],
      ['at least', ({ least }) => least, 'number'],
      ['in all', (row) => row.inAll, 'number'],
    ],
    rows: parts.length < 2 ? rows : [...rows, total],
  });
}
