import { namedFirst } from '../../model/node-text.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Obstacles } from '../../model/plan/answers.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { metricKind } from '../../model/run/selected-metric.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type Block, chart, type Figure, pageOnly, type Parts, prose, section } from '../blocks/block.ts';
import { type IntervalPoint, intervalChart } from '../charts/interval-chart.ts';
import { tokenUnit } from '../words/metric-text.ts';
import { goalWords, metricWords } from '../words/metric-words.ts';
import { capitalized, percentText, readable } from '../words/number-format.ts';
import { metricEstimateText } from './interval-text.ts';
import { tokensText } from './money-moves.ts';

/** The goal of a plan, and the token in which it counts. */
export interface GoalSetting {
  readonly goal: Expectation;
  readonly token: PlannedToken | undefined;
}

/** The setting of all answers at one point, and whose plan it is. */
export interface AnswerSetting extends GoalSetting {
  /** Further goals that are missed at the point; absent: none. */
  readonly also?: readonly Expectation[] | undefined;
  readonly isOwn: boolean;
  /** The goal's metric at the point of the answer; absent: nothing was measured. */
  readonly now: Estimate | undefined;
}

/** An answer in words: a sentence, a table and a curve. */
export interface AnswerText {
  readonly title: string;
  readonly hint?: string;
  /** The answer, for the head of the page; absent: the section says it all. */
  readonly sentence?: string | undefined;
  readonly figure?: Figure;
  readonly curve?: Curve | undefined;
  readonly table: Parts;
  readonly notes?: readonly (string | undefined)[];
}

/** A metric against money, or against anything else that was tried. */
interface Curve {
  readonly title: string;
  readonly caption: string;
  readonly xTitle: string;
  readonly points: readonly IntervalPoint[];
  /** The goal to draw; absent: the curve is not about it. */
  readonly goal?: Expectation;
  /** The place of the answer, with the interval that it may lie in. */
  readonly answer?: { readonly at: number; readonly interval: readonly [number, number] } | undefined;
}

interface MoneyCurve {
  readonly kind: 'deposit' | 'budget';
  /** The part of the network that gets the money; absent: no part is named. */
  readonly of?: string;
  readonly probes: readonly (Pick<Estimate, 'mean' | 'interval'> & { readonly amount: Amount })[];
  readonly textOf: typeof tokensText;
  /** The amount of the answer with its interval; absent: no amount meets the goal. */
  readonly answer: readonly [amount: Amount, least: Amount, most: Amount] | undefined;
  readonly meaning: string;
}

/** The goal's metric against amounts of money. */
export function moneyCurve(
  { goal, token }: GoalSetting,
  { kind, of, probes, textOf, answer, meaning }: MoneyCurve,
): Curve {
  const title = `${capitalized(metricWords(goal.metric))} against the ${kind}`;
  const inTokens = (amount: Amount): number => Number(amount) * (tokenUnit(token)?.per ?? 1);
  return {
    title,
    caption: `${title}${of === undefined ? '' : ` of ${of}`}; the dashed line is the goal${answer === undefined ? '' : `, the upright one ${meaning}`}`,
    xTitle: `${kind}, ${token?.name ?? 'smallest units'}`,
    points: probes.map(({ amount, mean, interval }) => ({
      at: inTokens(amount),
      mean,
      interval,
      hint: `${textOf(amount, token)}: ${metricEstimateText(goal.metric, { mean, interval }, token)}`,
    })),
    goal,
    answer: answer && { at: inTokens(answer[0]), interval: [inTokens(answer[1]), inTokens(answer[2])] },
  };
}

/** The curve of an answer, under an id that is unique in the page. */
export function curveBlock({ title, caption, xTitle, points, goal, answer }: Curve, id: string): Block {
  return chart(
    caption,
    intervalChart({
      id: `${id}-curve`,
      title,
      description: points.map(({ hint }) => hint).join('; '),
      xTitle,
      points,
      answer,
      ...(goal && { target: goal.value, ...axisOf(goal) }),
    }),
  );
}

/** The section of an answer; its curve may stand at the head of the page instead. */
export function answerSection(
  { title, hint, curve, table, notes = [] }: AnswerText,
  { id, at = '', lead = null, isCurveShown = false }: SectionPlace,
): Block {
  return section(
    { id, title: at === '' ? title : `${title}, ${at}`, ...(hint !== undefined && { hint }) },
    lead,
    curve === undefined || isCurveShown ? null : pageOnly(() => curveBlock(curve, id)),
    table,
    notes.flatMap((note) => (note === undefined || note === '' ? [] : [prose(note)])),
  );
}

interface SectionPlace {
  readonly id: string;
  /** The point that it is about, where there are several. */
  readonly at?: string;
  readonly lead?: Parts;
  readonly isCurveShown?: boolean;
}

// A goal of 95 % is shown from 75 % up: what is farther from it is not what is decided on.
const TIMES_THE_REST = 5;
// A goal of 100 % is shown as one of 99 %.
const LEAST_REST = 0.01;
const PERCENT = 100;
// Nearly 100 of 100 is told to the hundredth.
const DIGITS = 2;

/** The part of a metric's axis that shows a goal: that of a high share ends far above 0, in percent. */
export function axisOf({ metric, relation, value }: Pick<Expectation, 'metric' | 'relation' | 'value'>): {
  readonly bottom?: number;
  readonly top?: number;
  readonly textOf?: (value: number) => string;
} {
  if (metricKind(metric) !== 'share') return {};
  const textOf = (share: number): string => `${readable(share * PERCENT, DIGITS)} %`;
  const bottom = 1 - TIMES_THE_REST * Math.max(1 - value, LEAST_REST);
  return relation.startsWith('>') && bottom > 0 ? { bottom, top: 1, textOf } : { textOf };
}

// Further ones are in plan.json.
const MOST_NAMED = 4;

/** Why the goal is out of reach of money at these ends, and what would have to change. */
export function obstaclesText(
  { withMine, failed, overFeeLimit, ends, everywhere }: Obstacles,
  { goal, token, whose }: GoalSetting & { readonly whose: string },
): string {
  const { metric } = goal;
  const share = (count: number): string => percentText(count / Math.max(failed, Number.MIN_VALUE));
  const reached = `More money at ${whose} is not enough for ${goalWords(goal, token)}: with plenty there it is ${metricEstimateText(metric, withMine, token)}.`;
  const lacking = ends.map(({ node, partner, failed: stopped, shortage }) => {
    const amount = shortage > 0n ? ` ${tokensText(shortage, token)}` : '';
    return `${node} → ${partner}${amount} (${share(stopped)} of the failures)`;
  });
  const short = lacking.length === 0 ? '' : ` Missing: ${namedFirst(lacking, MOST_NAMED)}.`;
  const fees =
    overFeeLimit === 0
      ? ''
      : ` The fee limit stops ${share(overFeeLimit)} of the failed payments: lower fees or a higher maxFeePercent would let them through.`;
  const change = ends.every(({ shortage }) => shortage === 0n)
    ? ''
    : ` With plenty at all ends ${metricWords(metric)} is ${metricEstimateText(metric, everywhere, token)}.`;
  return `${reached}${short}${change}${fees}`;
}
