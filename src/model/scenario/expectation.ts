import type { Estimate } from '../../statistics/estimate.ts';
import { type Relation, stands } from './threshold.ts';

/** One assertion on a named metric of the run, e.g. `success_rate >= 0.9`. */
export interface Expectation {
  readonly metric: string;
  readonly relation: Relation;
  readonly value: number;
  /** As written. */
  readonly text: string;
}

/** Whether the mean of the metric meets the expectation; an absent one does not. */
export function isReached(
  { relation, value }: Expectation,
  seen: Pick<Estimate, 'mean'> | undefined,
): boolean {
  return seen !== undefined && stands(seen.mean, relation, value);
}

/** An expectation with what the run showed. */
export interface JudgedExpectation {
  readonly expectation: Expectation;
  /** Absent: the run has no such metric, and then it is not met. */
  readonly actual?: number;
  readonly met: boolean;
}

const EXPECTATION =
  /^\s*([a-z_]\w*(?:\.[a-z-]+)?(?:\s*\{[^{}]*\})?)\s*(<=|>=|==|!=|<|>)\s*(-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)\s*(%?)\s*(?:in\s+(\d+)\s+of\s+(\d+)\s+(\w+)\s*)?$/i;

/**
 * Reads `METRIC RELATION NUMBER`, or the same `in 19 of 20 weeks`, which asserts something of the share of such weeks;
 * `undefined` when the text is not of that form. Percent signs divide by 100.
 */
export function parseExpectation(text: string): Expectation | undefined {
  const [, metric = '', relation = '', number = '', percent = '', holding, of, unit = ''] =
    EXPECTATION.exec(text) ?? [];
  if (metric === '') return undefined;
  if (holding !== undefined) {
    const condition = `${withoutBlanks(metric)} ${relation} ${number}${percent}`;
    const isPossible = isPeriod(unit) && Number(holding) >= 1 && Number(holding) <= Number(of);
    return isPossible
      ? {
          metric: `${unit}${WITH}${condition}`,
          relation: '>=',
          value: Number(holding) / Number(of),
          text: text.trim(),
        }
      : undefined;
  }
  const value = Number(number.replaceAll('_', '')) / (percent === '%' ? 100 : 1);
  return Number.isFinite(value)
    ? { metric: withoutBlanks(metric), relation: relation as Relation, value, text: text.trim() }
    : undefined;
}

const DAY_MS = 86_400_000;

/** Periods of which a share may be asked for, with their lengths; a run is as long as it is. */
export const PERIODS = {
  runs: undefined,
  hours: DAY_MS / 24,
  days: DAY_MS,
  weeks: 7 * DAY_MS,
  months: 30 * DAY_MS,
} as const;

function isPeriod(unit: string): unit is keyof typeof PERIODS {
  return Object.hasOwn(PERIODS, unit);
}

const WITH = ' with ';

/** The share of a run's periods in which a condition holds. */
export interface PeriodMetric {
  readonly unit: keyof typeof PERIODS;
  readonly condition: Expectation;
}

/** Reads `weeks with success_rate >= 95%`; undefined: the metric is of a whole run. */
export function periodMetric(metric: string): PeriodMetric | undefined {
  const at = metric.indexOf(WITH);
  const unit = metric.slice(0, Math.max(0, at));
  const condition = isPeriod(unit) ? parseExpectation(metric.slice(at + WITH.length)) : undefined;
  return isPeriod(unit) && condition !== undefined && periodMetric(condition.metric) === undefined
    ? { unit, condition }
    : undefined;
}

/** A selection's own blanks mean nothing: `success_rate{payer=ann, traffic=wages}`. */
export function withoutBlanks(metric: string): string {
  return metric.replaceAll(/\s*([{},=|])\s*/g, '$1');
}

/** Judges one expectation; a metric the run does not have counts as 0 only for `failures.*`. */
export function judgeExpectation(
  expectation: Expectation,
  metrics: Readonly<Record<string, number>>,
): JudgedExpectation {
  const { metric, relation, value } = expectation;
  const actual = metrics[metric] ?? (metric.startsWith('failures.') ? 0 : undefined);
  if (actual === undefined) return { expectation, met: false };
  return { expectation, actual, met: stands(actual, relation, value) };
}
