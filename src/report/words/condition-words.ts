import { isLoadMetricName, LOAD_METRICS, type LoadMetricName } from '../../model/load/load-metric-names.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { type Expectation, periodMetric } from '../../model/scenario/expectation.ts';
import { type Aggregation, parseThreshold, type Relation, stands } from '../../model/scenario/threshold.ts';
import { type MetricUnit, metricUnit } from './metric-text.ts';
import { BOUNDS, goalWords, metricWords } from './metric-words.ts';
import { grouped, readable } from './number-format.ts';

/** `success at least 95 %`: what a run is held to, with all digits of the bound. */
export function expectationWords(expectation: Expectation, token?: PlannedToken): string {
  const { metric, relation, value } = expectation;
  if (periodMetric(metric) !== undefined) return goalWords(expectation, token);
  return `${metricWords(metric)} ${BOUNDS[relation]} ${boundText(value, unitOf(expectation, token))}`;
}

/** The value of an expectation in a run, with as many digits as tell it from the bound. */
export function expectationFound(
  expectation: Expectation,
  actual: number | undefined,
  token?: PlannedToken,
): string {
  const { relation, value } = expectation;
  return foundText(actual, { relation, bound: value, unit: unitOf(expectation, token) });
}

/** A load's threshold as people say it: `response time of 95 % less than 1 s`. */
export function thresholdWords(metric: string, condition: string): string {
  const parsed = parseThreshold(condition);
  if (parsed === undefined || !isLoadMetricName(metric)) return `${metric} ${condition}`;
  const { relation, bound } = parsed;
  return `${aggregateWords(metric, parsed.aggregation)} ${BOUNDS[relation]} ${boundText(bound, unitOfLoad(metric, parsed))}`;
}

/** The value that a load had for a threshold, with its unit. */
export function thresholdFound(metric: string, condition: string, actual: number | undefined): string {
  if (actual === undefined) return 'no sample';
  const parsed = parseThreshold(condition);
  if (parsed === undefined || !isLoadMetricName(metric)) return readable(actual);
  const { relation, bound } = parsed;
  return foundText(actual, { relation, bound, unit: unitOfLoad(metric, parsed) });
}

function unitOf({ metric, value }: Expectation, token: PlannedToken | undefined): MetricUnit {
  const unit = metricUnit(metric, token) ?? PLAIN;
  if (unit.name === 'ms') return timeUnit(value);
  return unit;
}

const PLAIN: MetricUnit = { per: 1, name: '' };
const SECOND_MS = 1000;

// A time that is some tenths of a second is said in seconds.
function timeUnit(ms: number): MetricUnit {
  const isLong = ms >= SECOND_MS && ms % (SECOND_MS / 10) === 0;
  return isLong ? { per: 1 / SECOND_MS, name: 's' } : { per: 1, name: 'ms' };
}

function unitOfLoad(
  metric: LoadMetricName,
  { aggregation: { kind }, bound }: { readonly aggregation: Aggregation; readonly bound: number },
): MetricUnit {
  if (LOAD_METRICS[metric].kind === 'trend') return timeUnit(bound);
  if (kind !== 'rate') return PLAIN;
  return LOAD_METRICS[metric].kind === 'rate' ? { per: 100, name: '%' } : { per: 1, name: 'a second' };
}

// More digits than these a double does not have for certain.
const MOST_DIGITS = 12;

function boundText(bound: number, { per, name }: MetricUnit): string {
  return figureText(Number((bound * per).toPrecision(MOST_DIGITS)), { name, digits: MOST_DIGITS });
}

const USUAL_DIGITS = 2;

/** A value beside its bound: rounded, but never so that it would be judged otherwise. */
function foundText(
  actual: number | undefined,
  {
    relation,
    bound,
    unit,
  }: { readonly relation: Relation; readonly bound: number; readonly unit: MetricUnit },
): string {
  if (actual === undefined) return readable(actual);
  const { per, name } = unit;
  const isMet = stands(actual, relation, bound);
  const least = name === 'ms' && actual * per >= 10 ? 0 : USUAL_DIGITS;
  for (let digits = least; digits < MOST_DIGITS; digits += 1) {
    const rounded = Number((actual * per).toFixed(digits));
    if (stands(rounded, relation, Number((bound * per).toPrecision(MOST_DIGITS))) === isMet)
      return figureText(rounded, { name, digits });
  }
  return figureText(actual * per, { name, digits: MOST_DIGITS });
}

function figureText(
  figure: number,
  { name, digits }: { readonly name: string; readonly digits: number },
): string {
  // An exponent tells nobody an amount.
  const isWhole = Number.isInteger(figure) && !Number.isSafeInteger(figure);
  return `${isWhole ? grouped(BigInt(figure)) : readable(figure, digits)} ${name}`.trimEnd();
}

function aggregateWords(metric: LoadMetricName, aggregation: Aggregation): string {
  const words = LOAD_WORDS[metric];
  if (aggregation.kind === 'percentile') return `${words} of ${readable(aggregation.percent)} %`;
  const { kind } = LOAD_METRICS[metric];
  if (kind === 'rate') return `share of ${words}`;
  if (kind === 'counter' && aggregation.kind === 'rate') return `${words}, over the whole run`;
  return `${AGGREGATION_WORDS[aggregation.kind]}${words}`;
}

const AGGREGATION_WORDS = {
  avg: 'mean ',
  min: 'shortest ',
  med: 'median ',
  max: 'longest ',
  count: 'number of ',
  rate: '',
  value: '',
} as const;

const LOAD_WORDS: Readonly<Record<LoadMetricName, string>> = {
  payment_duration: 'service time',
  payment_response_time: 'response time',
  payment_lag: 'lag of sending',
  payments: 'payments',
  payments_succeeded: 'payments that succeeded',
  payments_failed: 'payments that failed',
  payments_indeterminate: 'payments without an answer',
  outcome_as_expected: 'payments that ended as foreseen',
  dropped: 'starts that found no free place',
};
