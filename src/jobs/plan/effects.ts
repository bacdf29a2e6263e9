import type { Experiment, NetworkChange } from '../../model/plan/experiment.ts';
import type { Replication } from '../../model/plan/replication.ts';
import { type Estimate, pairedEstimate } from '../../statistics/estimate.ts';
import type { Block } from '../../report/blocks/block.ts';
import { tornadoChart } from '../../report/charts/tornado-chart.ts';
import { changeText } from '../../report/plan/interval-text.ts';
import { hasFigure } from './estimate-metric.ts';
import type { QuestionContext } from './question.ts';

/** The effect of one change: the goal's metric with it less without, by the same chance. */
export interface PlanEffect extends Trial {
  readonly difference: Estimate;
}

/** A change that is tried, and how people call it. */
export interface Trial {
  /** In words: `hub's side of its channel with shop`. */
  readonly what: string;
  readonly changes: readonly NetworkChange[];
}

/**
 * The effect of each change on the goal's metric, by simulating the same payments with and without it: pairs differ by
 * the change alone, so that their differences vary far less than the runs themselves. In the order of the trials.
 */
export async function effectsOf(
  { base, spec, laboratory }: QuestionContext,
  trials: readonly Trial[],
): Promise<readonly PlanEffect[]> {
  const count = spec.replications;
  const [without = [], ...withEach] = await laboratory.replicationsOf([
    { experiment: base, count },
    ...trials.map(({ changes }) => ({ experiment: changed(base, changes), count })),
  ]);
  return trials.map(({ what, changes }, at) => ({
    what,
    changes,
    difference: pairedDifference(without, withEach[at] ?? [], spec.goal.metric),
  }));
}

/** An experiment with further changes. */
export function changed(base: Experiment, changes: readonly NetworkChange[]): Experiment {
  return { ...base, changes: [...base.changes, ...changes] };
}

/** The second's metric less the first's, pair by pair. */
export function pairedDifference(
  firsts: readonly Replication[],
  seconds: readonly Replication[],
  metric: string,
): Estimate {
  const isShown = (_row: Replication, at: number): boolean =>
    [firsts[at], seconds[at]].every((row) => row !== undefined && hasFigure(row, metric));
  const values = (rows: readonly Replication[]): readonly number[] =>
    rows.filter(isShown).map(({ metrics }) => metrics[metric] ?? 0);
  return pairedEstimate(values(firsts), values(seconds));
}

/** Longer rankings are in plan.json. */
export const MOST_ROWS = 20;

/** Changes of a metric as bars, each with its interval. */
export function effectChart<Effect extends PlanEffect>(
  caption: string,
  effects: readonly Effect[],
  textOf: (effect: Effect) => string = ({ difference }) => changeText(difference),
): Block {
  const rows = effects.slice(0, MOST_ROWS).map((effect) => {
    return { name: effect.what, value: effect.difference, text: textOf(effect) };
  });
  return tornadoChart(caption, rows);
}

/** `Change of success_rate, with the same payments` */
export function changeCaption(metric: string): string {
  return `Change of ${metric}, with the same payments`;
}
