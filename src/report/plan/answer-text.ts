import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type Block, chart, type Figure, pageOnly, type Parts, prose, section } from '../blocks/block.ts';
import { type IntervalPoint, intervalChart } from '../charts/interval-chart.ts';
import { axisOf } from './goal-axis.ts';

/** The goal and the token of all answers of a plan, and whose plan it is. */
export interface AnswerSetting {
  readonly goal: Expectation;
  /** Further goals that are missed at the point; absent: none. */
  readonly also?: readonly Expectation[] | undefined;
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
