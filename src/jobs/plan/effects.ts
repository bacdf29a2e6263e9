import type { Experiment, NetworkChange } from '../../model/plan/experiment.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import type { MeasuredRun } from '../../model/plan/replication.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { type Estimate, pairedEstimate } from '../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../statistics/false-discoveries.ts';
import { grouped } from '../../report/words/number-format.ts';
import type { Block } from '../../report/blocks/block.ts';
import { tornadoChart } from '../../report/charts/tornado-chart.ts';
import { metricChangeText } from '../../report/plan/interval-text.ts';
import { metricWords } from '../../report/words/metric-words.ts';
import { hasFigure } from './estimate-metric.ts';
import type { QuestionContext } from './question.ts';

/** The effect of one change of several: the goal's metric with it less without, by the same chance. */
export interface PlanEffect extends Trial {
  /** By replications that had no part in ranking. */
  readonly difference: Estimate;
  /** Whether chance alone may have made it, as one of so many that were tried. */
  readonly mayBeChance: boolean;
}

/** A change that is tried, and how people call it. */
export interface Trial {
  /** In words: `hub's side of its channel with shop`. */
  readonly what: string;
  readonly changes: readonly NetworkChange[];
}

/**
 * The effect of each change on the goal's metric, by simulating the same payments with and without it: pairs differ by
 * the change alone, so that their differences vary far less than the runs themselves. One half of the replications
 * ranks, the most useful first, and the other tells: the best of many is not told by the luck that made it the best.
 */
export async function rankedEffects(
  { base, spec: { replications: count, goal }, laboratory, seeds }: QuestionContext,
  trials: readonly Trial[],
  first: 'best' | 'worst' = 'best',
): Promise<readonly PlanEffect[]> {
  const sign = first === 'best' ? 1 : -1;
  const experiments = [base, ...trials.map(({ changes }) => changed(base, changes))];
  const rows = await laboratory.metricsOf(
    [seeds.choosing, seeds.telling].flatMap((from) =>
      experiments.map((experiment) => ({ experiment, count, first: from })),
    ),
  );
  const differenceAt = (at: number, from: number): Estimate =>
    pairedDifference(rows[from] ?? [], rows[from + 1 + at] ?? [], goal.metric);
  const told = trials.map((_, at) => differenceAt(at, experiments.length));
  const areBeyond = beyondChance(told.map(chanceBeside));
  return trials
    .map((trial, at) => ({
      effect: { ...trial, difference: told[at] as Estimate, mayBeChance: !areBeyond[at] },
      rank: sign * benefit(goal, differenceAt(at, 0).mean),
    }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ effect }) => effect);
}

/** How much a change of the goal's metric brings it nearer to the goal. */
export function benefit({ relation }: Expectation, change: number): number {
  return relation.startsWith('<') ? -change : change;
}

/** Whether a change of the goal's metric is surely for the better; only that is told as what to do. */
export function isShownBetter(
  goal: Expectation,
  { interval: [low, high] }: Pick<Estimate, 'interval'>,
): boolean {
  return Math.min(benefit(goal, low), benefit(goal, high)) > 0;
}

/** An experiment with further changes. */
export function changed(base: Experiment, changes: readonly NetworkChange[]): Experiment {
  return { ...base, changes: [...base.changes, ...changes] };
}

/** The second's metric less the first's, pair by pair. */
export function pairedDifference(
  firsts: readonly MeasuredRun[],
  seconds: readonly MeasuredRun[],
  metric: string,
): Estimate {
  const isShown = (_row: MeasuredRun, at: number): boolean =>
    [firsts[at], seconds[at]].every((row) => row !== undefined && hasFigure(row, metric));
  const values = (rows: readonly MeasuredRun[]): readonly number[] =>
    rows.filter(isShown).map(({ metrics }) => metrics[metric] ?? 0);
  return pairedEstimate(values(firsts), values(seconds));
}

/** Longer rankings are in plan.json. */
export const MOST_ROWS = 20;

/** Changes of a metric as bars, each with its interval. */
export function effectChart<Effect extends PlanEffect>(
  caption: string,
  effects: readonly Effect[],
  textOf: (effect: Effect) => string,
): Block {
  const rows = effects.slice(0, MOST_ROWS).map((effect) => {
    return { name: effect.what, value: effect.difference, text: textOf(effect) };
  });
  return tornadoChart(caption, rows);
}

/** `+2.1 points (+1.5 to +2.7)`, for effects on that metric. */
export function effectTextOf(
  metric: string,
  token?: PlannedToken,
): (effect: Pick<PlanEffect, 'difference' | 'mayBeChance'>) => string {
  return ({ difference, mayBeChance }) => {
    const text = metricChangeText(metric, difference, token);
    return mayBeChance && difference.interval[0] * difference.interval[1] > 0
      ? `${text}, which may be chance among so many`
      : text;
  };
}

/** How many were looked at, for the hint of a list of effects. */
export function triedText(effects: readonly unknown[]): string {
  return `${grouped(effects.length)} were tried: ranked by one half of the replications, told by the other.`;
}

/** `Change of success, with the same payments` */
export function changeCaption(metric: string): string {
  return `Change of ${metricWords(metric)}, with the same payments`;
}
