import type { DepositAnswer } from '../../model/plan/answers.ts';
import { type Block, table } from '../blocks/block.ts';
import { goalWords, metricWords } from '../words/metric-words.ts';
import { capitalized, counted } from '../words/number-format.ts';
import type { AnswerSetting, AnswerText } from './answer-text.ts';
import { metricEstimateText } from './interval-text.ts';
import { axisUnit, inTokens, tokensText } from './money-moves.ts';

type Token = AnswerSetting['token'];

/** The least deposit, of all ends alike and of each part. */
export function depositText(answers: readonly DepositAnswer[], { goal, token }: AnswerSetting): AnswerText {
  const [common, ...parts] = answers as readonly [DepositAnswer, ...DepositAnswer[]];
  const wanted = goalWords(goal, token);
  return {
    title: 'Least deposit',
    sentence: sentenceOf(common, parts, { goal, token }),
    verdict: { isMissed: common.deposit === undefined && parts.length === 0 },
    figure: {
      name: 'Least deposit',
      figure: common.deposit === undefined ? '–' : tokensText(common.deposit, token),
      hint: `Of ${common.of}, for ${wanted}.`,
    },
    curve: curveOf(common, { goal, token }),
    table: depositTable(answers, token),
    notes: [
      largerText(common, token),
      common.held &&
        `To be sure: scaled up until new seeds meet the goal. On a third set of seeds ${metricWords(goal.metric)} is ${metricEstimateText(goal.metric, common.held, token)}.`,
    ],
  };
}

function sentenceOf(
  common: DepositAnswer,
  parts: readonly DepositAnswer[],
  { goal, token }: Pick<AnswerSetting, 'goal' | 'token'>,
): string {
  const { of, deposit, interval, most, curve, ends, upTo } = common;
  const wanted = goalWords(goal, token);
  const separate = tokensText(sumOfAll(parts), token);
  if (deposit !== undefined) {
    const less =
      parts.length === 0 ? '' : ` Separate deposits for ${counted(parts.length, 'part')} need ${separate}.`;
    const again = upTo === undefined ? '' : ` Deposits above ${tokensText(upTo, token)} miss the goal again.`;
    return `Deposit at least ${tokensText(deposit, token)}${intervalOf(interval, token)} at ${of} for ${wanted}: ${inAll(common, token)}.${again}${less}`;
  }
  const best = [...curve].sort((a, b) => distance(a.goal.mean) - distance(b.goal.mean))[0];
  function distance(mean: number): number {
    return goal.relation.startsWith('<') ? mean : -mean;
  }
  const bestText =
    best === undefined
      ? ''
      : ` The best of ${counted(curve.length, 'deposit')}, ${tokensText(best.deposit, token)}, gives ${metricEstimateText(goal.metric, best.goal, token)}.`;
  const none = `No equal deposit of ${of} up to ${tokensText(most, token)} reaches ${wanted}.${bestText}`;
  if (parts.length > 0)
    return `Separate deposits for ${counted(parts.length, 'part')} reach ${wanted}: ${separate} in all. ${none}`;
  return `${none} ${ends === 1 ? 'Something else than money at this end is missing.' : 'Try separate deposits: plan.deposit.classes, or node and each.'}`;
}

/** `72 larger deposits (up to 27,974) were tested; all meet the goal.` */
function largerText({ deposit, curve, upTo, most }: DepositAnswer, token: Token): string {
  if (deposit === undefined) return '';
  const last = upTo ?? most;
  const larger = curve.filter((probe) => probe.deposit > deposit && probe.deposit <= last).length;
  if (larger === 0) return '';
  return `${counted(larger, 'larger deposit')} (up to ${tokensText(last, token)}) ${larger === 1 ? 'was tested; it meets' : 'were tested; all meet'} the goal.`;
}

/** `39,440 at 40 ends` */
function inAll(answer: DepositAnswer, token: Token): string {
  return `${tokensText(sumOf(answer), token)} at ${counted(answer.ends, 'end')}`;
}

function sumOfAll(parts: readonly DepositAnswer[]): bigint {
  return parts.reduce((sum, part) => sum + sumOf(part), 0n);
}

function sumOf({ deposit: least = 0n, safe = least, ends }: DepositAnswer): bigint {
  return safe * BigInt(ends);
}

/** ` (95 %: 465 to 1,112)`; empty where it is known to the unit. */
function intervalOf([least, sure]: DepositAnswer['interval'], token: Token): string {
  if (least === sure && least !== null) return '';
  if (sure === null)
    return least === null ? ' (95 %: not known)' : ` (95 %: at least ${tokensText(least, token)})`;
  return ` (95 %: ${least === null ? 'up' : tokensText(least, token)} to ${tokensText(sure, token)})`;
}

function curveOf(
  { of, curve, deposit, interval: [least, sure] }: DepositAnswer,
  { goal, token }: Pick<AnswerSetting, 'goal' | 'token'>,
): AnswerText['curve'] {
  const title = `${capitalized(metricWords(goal.metric))} against the deposit`;
  const shaded =
    sure === null ? 'no deposit that was tested surely meets the goal' : 'the shaded part is its interval';
  return {
    title,
    caption: `${title} of ${of}; the dashed line is the goal${deposit === undefined ? '' : `, the upright one the least deposit; ${shaded}`}`,
    xTitle: `deposit, ${axisUnit(token)}`,
    points: curve.map((probe) => ({
      at: inTokens(probe.deposit, token),
      mean: probe.goal.mean,
      interval: probe.goal.interval,
      hint: `${tokensText(probe.deposit, token)}: ${metricEstimateText(goal.metric, probe.goal, token)}`,
    })),
    goal,
    answer:
      deposit === undefined
        ? undefined
        : {
            at: inTokens(deposit, token),
            interval: [
              inTokens((sure === null ? null : least) ?? deposit, token),
              inTokens(sure ?? deposit, token),
            ],
          },
  };
}

function depositTable(answers: readonly DepositAnswer[], token: Token): Block {
  const parts = answers.slice(1);
  const rows = answers.map((answer) => ({
    of: answer.of,
    least:
      answer.deposit === undefined
        ? `none up to ${tokensText(answer.most, token)}`
        : `${tokensText(answer.deposit, token)}${intervalOf(answer.interval, token)}`,
    safe: answer.safe === undefined ? '' : tokensText(answer.safe, token),
    inAll: answer.deposit === undefined ? '' : inAll(answer, token),
  }));
  const total = { of: 'all parts', least: '', safe: '', inAll: tokensText(sumOfAll(parts), token) };
  type Row = (typeof rows)[number];
  return table({
    ...(parts.length > 0 && { caption: 'One deposit for all, then one for each part' }),
    columns: [
      { head: 'Deposit of', cell: ({ of }) => of },
      { head: 'at least', number: true, cell: ({ least }) => least },
      ...(parts.length === 0 ? [] : [{ head: 'to be sure', number: true, cell: ({ safe }: Row) => safe }]),
      { head: 'in all', number: true, cell: (row) => row.inAll },
    ],
    rows: parts.length < 2 ? rows : [...rows, total],
  });
}
