import { LOAD_METRICS, type LoadMetricKind, type LoadMetricName } from '../load/load-metric-names.ts';

/** A condition on one metric, as k6 writes it: `p(95)<500`, `rate>0.99`. Durations are milliseconds. */
export interface ThresholdCondition {
  readonly aggregation: Aggregation;
  readonly relation: Relation;
  readonly bound: number;
}

/** The way in which a metric's samples become one value, which is compared. */
export type Aggregation =
  | { readonly kind: 'avg' | 'min' | 'med' | 'max' | 'count' | 'rate' | 'value' }
  | { readonly kind: 'percentile'; readonly percent: number };

const AGGREGATION = String.raw`(avg|min|med|max|count|rate|value|p\(\s*(\d+(?:\.\d+)?)\s*\))`;
const CONDITION = new RegExp(
  String.raw`^\s*${AGGREGATION}\s*(<=|>=|===|==|!=|<|>)\s*([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*$`,
);

/** Reads a condition; `undefined` when it is none. */
export function parseThreshold(text: string): ThresholdCondition | undefined {
  const [, name = '', percent, relation = '', bound = ''] = CONDITION.exec(text) ?? [];
  if (name === '' || (percent !== undefined && Number(percent) > 100)) return undefined;
  const aggregation =
    percent === undefined
      ? { kind: name as Exclude<Aggregation['kind'], 'percentile'> }
      : { kind: 'percentile' as const, percent: Number(percent) };
  // k6 takes both for the same.
  return { aggregation, relation: relation === '===' ? '==' : (relation as Relation), bound: Number(bound) };
}

/** The aggregations of each kind of metric, in k6's words. */
export const AGGREGATIONS: Readonly<Record<LoadMetricKind, readonly string[]>> = {
  trend: ['avg', 'min', 'med', 'max', 'p(N)'],
  rate: ['rate'],
  counter: ['count', 'rate'],
};

/** Why this condition cannot be judged on this metric; `undefined`: it can. */
export function thresholdFault(metric: LoadMetricName, condition: string): string | undefined {
  const parsed = parseThreshold(condition);
  const { kind } = LOAD_METRICS[metric];
  const askable = AGGREGATIONS[kind];
  if (parsed === undefined) return `a condition on ${askable.join(', ')} such as ${EXAMPLES[kind]}`;
  const aggregationName = parsed.aggregation.kind === 'percentile' ? 'p(N)' : parsed.aggregation.kind;
  if (askable.includes(aggregationName)) return undefined;
  return `a condition on ${askable.join(', ')}, for ${metric} is a ${kind}`;
}

const EXAMPLES: Readonly<Record<LoadMetricKind, string>> = {
  trend: 'p(95)<500',
  rate: 'rate>0.99',
  counter: 'count<1',
};

/** True when the value is as the condition says. */
export function holds({ relation, bound }: ThresholdCondition, actual: number): boolean {
  return stands(actual, relation, bound);
}

/** How a figure may have to stand to a bound. */
export type Relation = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** True when the value stands to the bound as the relation says; never for NaN, but with `!=`. */
export function stands(value: number, relation: Relation, bound: number): boolean {
  switch (relation) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
    case '==':
      return value === bound;
    case '!=':
      return value !== bound;
  }
}
