import { axisOf } from '../../../report/plan/goal-axis.ts';
import { z } from 'zod';
import { type Block, chart, prose, section, table } from '../../../report/blocks/block.ts';
import { intervalChart } from '../../../report/charts/interval-chart.ts';
import { metricEstimateText } from '../../../report/plan/interval-text.ts';
import { axisUnit, inTokens, tokensText } from '../../../report/plan/money-moves.ts';
import { goalWords, metricWords } from '../../../report/words/metric-words.ts';
import { capitalized, counted, grouped } from '../../../report/words/number-format.ts';
import { flag, nodeName, nodeNames, usableNames } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import type { Question, Told } from '../question.ts';
import { bestProbe, type DepositAnswer, type DepositProbe } from './find-deposit.ts';
import { type DepositSettings, findDeposits } from './find-deposits.ts';

const SETTINGS: z.ZodType<DepositSettings> = z.lazy(() =>
  mapping({
    node: nodeName()
      .describe('Only the ends of this node; absent: those of `mine`, else both ends of all channels.')
      .exactOptional(),
    classes: z
      .record(z.string(), nodeNames())
      .superRefine(usableNames('a class'))
      .describe(
        'Each class of channels for itself: with `node` those to these partners, else the ends of these nodes; all others are one more class.',
      )
      .prefault({}),
    each: flag().describe('Every channel of the node for itself.').prefault(false),
  })
    .describe('Whose least deposit is sought.')
    .prefault({}),
);

/** The least deposit of the ends that are asked about, then of each class or each channel for itself. */
export const deposit: Question<'deposit', DepositSettings, readonly DepositAnswer[]> = {
  name: 'deposit',
  settings: SETTINGS,
  mentions: ({ node, classes }) => [
    ...(node === undefined ? [] : [['node', node, 'changed'] as const]),
    ...Object.entries(classes).flatMap(([name, nodes]) =>
      nodes.map((member, at) => [`classes.${name}[${at}]`, member] as const),
    ),
  ],
  answer: findDeposits,
  // Later ones were found with those before in place.
  changes: (answers) => answers.flatMap(({ changes }) => changes),
  tell(answers, told) {
    const { goal, token, idOf } = told;
    const [alike, ...parts] = answers as readonly [DepositAnswer, ...DepositAnswer[]];
    return {
      verdict: {
        sentence: verdictSentence(alike, parts, told),
        isMissed: alike.deposit === undefined && parts.length === 0,
      },
      figure: {
        name: 'Least deposit',
        figure: alike.deposit === undefined ? '–' : tokensText(alike.deposit, token),
        hint: `Of ${alike.of}, for ${goalWords(goal, token)}.`,
      },
      chart: () => curve(alike, told),
      section: () =>
        section(
          {
            id: idOf('deposit'),
            title: 'Least deposit',
          },
          depositTable(answers, token),
          prose(triedText(alike, token)),
          alike.held === undefined
            ? null
            : prose(
                `To be sure: all parts raised by one factor until other replications surely meet the goal. By those that had no part in either, ${metricWords(goal.metric)} is ${metricEstimateText(goal.metric, alike.held, token)}.`,
              ),
        ),
    };
  },
};

type Token = Told['token'];

function verdictSentence(
  alike: DepositAnswer,
  parts: readonly DepositAnswer[],
  { goal, token }: Pick<Told, 'goal' | 'token'>,
): string {
  const { of, deposit: least, interval, most, curve: tried } = alike;
  if (least !== undefined)
    return `${tokensText(least, token)} is the least deposit of ${of} with which ${goalWords(goal, token)} holds${depositInterval(interval, token)}.${exceptions(alike, token)}${ownDeposits(alike, parts, token)}`;
  const best = bestProbe(tried, { goal });
  const found = tried.every((each) => each.goal.mean === best.goal.mean)
    ? alikeText(best, { goal, token })
    : `the best is ${tokensText(best.deposit, token)}, with ${metricEstimateText(goal.metric, best.goal, token)}`;
  const none = `one of the ${counted(tried.length, 'deposit')} of ${of} that were tried, from 0 to ${tokensText(most, token)}, gives ${goalWords(goal, token)}: ${found}.`;
  if (parts.length > 0)
    return `${capitalized(goalWords(goal, token))} takes deposits of their own for ${counted(parts.length, 'part')}, ${tokensText(sumOfAll(parts), token)} in all. N${none}`;
  if (alike.ends === 1) return `N${none} What is missing is not at this end.`;
  return `N${none} Ends may need deposits of their own: give plan.deposit classes, or node and each.`;
}

function alikeText(
  { goal: seen }: DepositProbe,
  { goal: { metric }, token }: Pick<Told, 'goal' | 'token'>,
): string {
  if (seen.mean === 0 && metric === 'success_rate') return 'none of them makes any payment succeed';
  return `${metricWords(metric)} is ${metricEstimateText(metric, seen, token)} with each`;
}

/** `Of more than that 61 were tried, up to 5,800: it holds with each of them.` */
function triedText({ deposit: least, curve: probes, upTo, most }: DepositAnswer, token: Token): string {
  if (least === undefined) return `${counted(probes.length, 'deposit')} were tried.`;
  const last = upTo ?? most;
  const larger = probes.filter(({ deposit: each }) => each > least && each <= last);
  return `Of deposits above ${tokensText(least, token)} ${grouped(larger.length)} were tried, up to ${tokensText(last, token)}: the goal holds with each. What lies between them was not.`;
}

/** ` That is 39,440 at 40 ends; deposits of their own for 3 parts take 29,988.`: those are what the plan says to do. */
function ownDeposits(alike: DepositAnswer, parts: readonly DepositAnswer[], token: Token): string {
  if (parts.length === 0 || parts.some((part) => part.deposit === undefined)) return '';
  return ` That is ${allEnds(alike, token)}; deposits of their own for ${counted(parts.length, 'part')} take ${tokensText(sumOfAll(parts), token)}.`;
}

/** ` It holds from 90 to 99 too; some that were tried between miss it.` */
function exceptions({ islands, furtherIslands, upTo }: DepositAnswer, token: Token): string {
  const ranges = islands.map(
    ([least, most]) => `from ${tokensText(least, token)} to ${tokensText(most, token)}`,
  );
  const last = ranges.at(-1) ?? '';
  const list = ranges.length > 1 ? `${ranges.slice(0, -1).join(', ')} and ${last}` : last;
  const more = furtherIslands === true ? ' Smaller ones were not sought.' : '';
  const below =
    ranges.length === 0 ? '' : ` It holds ${list} too; some that were tried between miss it.${more}`;
  return `${below}${upTo === undefined ? '' : ` With more than ${tokensText(upTo, token)} it is missed again, with each that was tried.`}`;
}

/** `39,440 at 40 ends` */
function allEnds(answer: DepositAnswer, token: Token): string {
  return `${tokensText(sumOf(answer), token)} at ${counted(answer.ends, 'end')}`;
}

function sumOfAll(parts: readonly DepositAnswer[]): bigint {
  return parts.reduce((sum, part) => sum + sumOf(part), 0n);
}

function sumOf({ deposit: least = 0n, safe = least, ends }: DepositAnswer): bigint {
  return safe * BigInt(ends);
}

/** `, to the unit`, or the deposits that the replications cannot tell from the least one. */
export function depositInterval([least, sure]: DepositAnswer['interval'], token: Token): string {
  if (least === sure && least !== null) return ', to the unit';
  if (sure === null)
    return least === null ? ' (95 %: not known)' : ` (95 %: at least ${tokensText(least, token)})`;
  return ` (95 %: ${least === null ? 'up' : tokensText(least, token)} to ${tokensText(sure, token)})`;
}

function curve(
  { of, curve: probes, deposit: found, interval }: DepositAnswer,
  { goal, token, idOf }: Told,
): Block {
  const [least, sure] = interval;
  const marks = probes.map((probe) => ({
    at: inTokens(probe.deposit, token),
    mean: probe.goal.mean,
    interval: probe.goal.interval,
    hint: `${tokensText(probe.deposit, token)}: ${metricEstimateText(goal.metric, probe.goal, token)}`,
  }));
  return chart(
    `${capitalized(metricWords(goal.metric))} against the deposit of ${of}, as simulated; the dashed line is the goal${found === undefined ? '' : `, the upright one the least deposit whose mean meets it. ${sure === null ? 'None that was tried surely meets it' : 'Those in the shaded part may be the least, too'}: more replications would tell`}`,
    intervalChart({
      id: idOf('deposit-curve'),
      title: `${capitalized(metricWords(goal.metric))} against the deposit`,
      description: marks.map(({ hint }) => hint).join('; '),
      xTitle: `deposit, ${axisUnit(token)}`,
      points: marks,
      target: goal.value,
      ...axisOf(goal),
      answer:
        found === undefined
          ? undefined
          : {
              at: inTokens(found, token),
              interval: [
                inTokens((sure === null ? null : least) ?? found, token),
                inTokens(sure ?? found, token),
              ],
            },
    }),
  );
}

function depositTable(answers: readonly DepositAnswer[], token: Token): Block {
  const parts = answers.slice(1);
  const rows = answers.map((answer) => ({
    of: answer.of,
    least:
      answer.deposit === undefined
        ? `none up to ${tokensText(answer.most, token)}`
        : `${tokensText(answer.deposit, token)}${depositInterval(answer.interval, token)}`,
    safe: answer.safe === undefined ? '' : tokensText(answer.safe, token),
    inAll: answer.deposit === undefined ? '' : allEnds(answer, token),
  }));
  const total = { of: 'each for itself', least: '', safe: '', inAll: tokensText(sumOfAll(parts), token) };
  return table({
    caption: 'The common one, then each for itself, brought down one after the other',
    columns: [
      { head: 'Deposit of', cell: ({ of }) => of },
      { head: 'at least', number: true, cell: ({ least }) => least },
      ...(parts.length === 0
        ? []
        : [{ head: 'to be sure', number: true, cell: ({ safe }: (typeof rows)[number]) => safe }]),
      { head: 'in all', number: true, cell: ({ inAll }) => inAll },
    ],
    rows: parts.length < 2 ? rows : [total, ...rows],
  });
}
