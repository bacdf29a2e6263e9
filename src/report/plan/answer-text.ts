import type { Amount } from '../../model/network/amount.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { stands } from '../../model/scenario/threshold.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type Block, chart, type Figure, pageOnly, type Parts, prose, section } from '../blocks/block.ts';
import { type IntervalPoint, intervalChart } from '../charts/interval-chart.ts';
import { metricWords } from '../words/metric-words.ts';
import { axisOf } from './goal-axis.ts';
import { metricEstimateText } from './interval-text.ts';
import { tokensText } from './money-moves.ts';

/** The goal and the token of all answers of a plan, and whose plan it is. */
export interface AnswerSetting {
  readonly goal: Expectation;
  readonly token: PlannedToken | undefined;
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
  /** Present where the sentence replaces that about the scenario as it stands. */
  readonly verdict?: { readonly isMissed: boolean };
  /** A sum that meets the goal where it is missed without, beside another answer. */
  readonly meetsWith?: SumThatMeets | undefined;
  readonly figure?: Figure;
  readonly curve?: Curve | undefined;
  readonly table: Parts;
  readonly notes?: readonly (string | undefined)[];
}

interface SumThatMeets {
  readonly money: Amount;
  readonly sentence: string;
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

/** A sum that meets the goal where it is missed without, by its mean, as the least deposit is told. */
export function sumThatMeets(
  {
    money,
    rule,
    before,
    after,
  }: { readonly money: Amount; readonly rule: string } & {
    readonly before: Estimate;
    readonly after: Estimate;
  },
  { goal, token }: Pick<AnswerSetting, 'goal' | 'token'>,
): SumThatMeets | undefined {
  const { metric, relation, value } = goal;
  if (stands(before.mean, relation, value) || !stands(after.mean, relation, value)) return undefined;
  const text = `${metricWords(metric)} is ${metricEstimateText(metric, after, token)}`;
  return {
    money,
    sentence: `With ${tokensText(money, token)} more in all (${rule}) the goal is met: ${text}.`,
  };
}
