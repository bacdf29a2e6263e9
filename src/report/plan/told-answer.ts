import type { MeasuredPlan, PlannedToken } from '../../model/plan/measured-plan.ts';
import { stands } from '../../model/scenario/threshold.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type Block, type Figure, pageOnly } from '../blocks/block.ts';
import type { Amount } from '../../model/network/amount.ts';
import { metricWords } from '../words/metric-words.ts';
import { metricEstimateText } from './interval-text.ts';
import { tokensText, type ToldMoves } from './money-moves.ts';

/** An answer of a plan as the terminal and the page tell it. */
export interface ToldAnswer {
  /** The plan's answer as a whole, where that is not what the scenario does as it stands. */
  readonly verdict?: { readonly sentence: string; readonly isMissed: boolean };
  /** A sentence to add to what the scenario does as it stands. */
  readonly remark?: string | undefined;
  /** A sentence beside another answer: with so much money this one meets the goal, too. */
  readonly alsoMeets?: { readonly money: Amount; readonly sentence: string } | undefined;
  readonly figure?: Figure;
  /** The money that it moves; absent: none, or that of several points. */
  readonly moves?: ToldMoves;
  /** The drawing of it, for a page. */
  readonly chart?: (() => Block) | undefined;
  /** All else that is said of it. */
  readonly section: () => Block | null;
}

/** The section of an answer, under its drawing where that does not stand at the head of the page. */
export function drawnSection({ section, chart }: ToldAnswer, isAtHead = false): Block | null {
  const block = section();
  if (block?.kind !== 'section' || chart === undefined || isAtHead) return block;
  return { ...block, blocks: [pageOnly(chart), block.blocks] };
}

/** A sum that meets the goal where it is missed without, by its mean, as the least deposit is told. */
export function alsoMeets(
  { money, rule, before, after }: SpentSum,
  { goal, token }: Pick<MeasuredPlan, 'goal'> & { readonly token: PlannedToken | undefined },
): ToldAnswer['alsoMeets'] {
  const { metric, relation, value } = goal;
  if (stands(before.mean, relation, value) || !stands(after.mean, relation, value)) return undefined;
  const found = `${metricWords(metric)} is ${metricEstimateText(metric, after, token)}`;
  return {
    money,
    sentence: `With ${tokensText(money, token)} more in all (${rule}) the goal holds: ${found}.`,
  };
}

interface SpentSum {
  readonly money: Amount;
  /** How it is divided. */
  readonly rule: string;
  /** The goal's metric without it. */
  readonly before: Estimate;
  readonly after: Estimate;
}
