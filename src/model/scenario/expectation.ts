import { type Relation, stands } from './threshold.ts';

/** One assertion on a named metric of the run, e.g. `success_rate >= 0.9`. */
export interface Expectation {
  readonly metric: string;
  readonly relation: Relation;
  readonly value: number;
  /** As written. */
  readonly text: string;
}

/** An expectation with what the run showed. */
export interface JudgedExpectation {
  readonly expectation: Expectation;
  /** Absent: the run has no such metric, and then it is not met. */
  readonly actual?: number;
  readonly met: boolean;
}

const EXPECTATION =
  /^\s*([a-z_]\w*(?:\.[a-z-]+)?(?:\s*\{[^{}]*\})?)\s*(<=|>=|==|!=|<|>)\s*(-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)\s*(%?)\s*$/i;

/** Reads `METRIC RELATION NUMBER`; `undefined` when the text is not of that form. Percent signs divide by 100. */
export function parseExpectation(text: string): Expectation | undefined {
  const [, metric = '', relation = '', number = '', percent] = EXPECTATION.exec(text) ?? [];
  if (metric === '') return undefined;
  const value = Number(number.replaceAll('_', '')) / (percent === '%' ? 100 : 1);
  return Number.isFinite(value)
    ? { metric: withoutBlanks(metric), relation: relation as Relation, value, text: text.trim() }
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
