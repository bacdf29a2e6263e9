import { isLoadMetricName, LOAD_METRICS, type LoadMetricName } from '../../model/load/load-metric-names.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import { metricNamed } from '../../model/run/metrics.ts';
import { selectedMetric } from '../../model/run/selected-metric.ts';
import { type Expectation, periodMetric } from '../../model/scenario/expectation.ts';
import { type Aggregation, parseThreshold, type Relation, stands } from '../../model/scenario/threshold.ts';
import { type MetricUnit, metricUnit, PLAIN } from './metric-text.ts';
import { durationText, grouped, percentText, readable } from './number-format.ts';

const OF_LABEL: Readonly<Record<string, string>> = {
  payer: 'of payments by',
  payee: 'of payments to',
  node: 'at',
  traffic: 'of',
};
const CLASS_WORDS: Readonly<Record<string, string>> = { mine: 'my own nodes', partners: 'my partners' };

/** A metric as people say it: `success`, `success of payments by shops`. */
export function metricWords(metric: string): string {
  const period = periodMetric(metric);
  if (period !== undefined) return `the share of ${period.unit} with ${goalWords(period.condition)}`;
  const { name, values } = selectedMetric(metric) ?? { name: metric, values: {} };
  const labels = Object.entries(values).map(([label, names]) => {
    const nodes = names.map((node) => CLASS_WORDS[node] ?? node).join(' or ');
    return `${OF_LABEL[label] ?? label} ${nodes}`;
  });
  const words = metricNamed(name)?.words ?? name.replaceAll('_', ' ');
  return [words, labels.join(', ')].join(' ').trimEnd();
}

/** The meaning of a metric without its unit, for a figure that is shown with one; empty for a name that no run has. */
export function metricSense(metric: string): string {
  const { name, values } = selectedMetric(metric) ?? { name: metric, values: {} };
  const labels = Object.entries(values).map(([label, names]) => `${label} ${names.join(' or ')}`);
  const unit = /, (?:0 to 1|smallest units|milliseconds|seconds)\b|; 0 without payments| \(as a double\)/g;
  const meaning = metricNamed(name)?.meaning.replaceAll(unit, '') ?? '';
  return labels.length === 0 ? meaning : `${labels.join(', ')}: ${meaning}`;
}

/** `success of at least 95 %`, `fees earned at hub of at least 90 EUR` for a goal. */
export function goalWords(goal: Expectation, token?: PlannedToken): string {
  const { metric, relation, value, text } = goal;
  const period = periodMetric(metric);
  if (period !== undefined)
    return `${goalWords(period.condition, token)}${text.slice(text.lastIndexOf(' in '))}`;
  const { per, name } = metricUnit(metric, token) ?? PLAIN;
  return `${metricWords(metric)} of ${BOUNDS[relation]} ${readable(value * per, 3)} ${name}`.trimEnd();
}

const BOUNDS: Readonly<Record<Relation, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
  '==': 'exactly',
  '!=': 'other than',
};

/** `success at least 95 %` with all digits of the bound, and the value of a run with as many as tell it from the bound. */
export function expectationTexts(
  expectation: Expectation,
  actual: number | undefined,
  token?: PlannedToken,
): Readonly<Record<'words' | 'found', string>> {
  const { metric, relation, value } = expectation;
  const plain = metricUnit(metric, token) ?? PLAIN;
  const bound = { relation, bound: value, unit: plain.name === 'ms' ? timeUnitOf(value) : plain };
  const isPeriod = periodMetric(metric) !== undefined;
  return {
    words: isPeriod ? goalWords(expectation, token) : `${metricWords(metric)} ${boundText(bound)}`,
    found: valueText(actual, bound),
  };
}

/** `p95 response time less than 1 s`, and the value of a load. */
export function thresholdTexts(
  metric: string,
  condition: string,
  actual: number | undefined,
): Readonly<Record<'words' | 'found', string>> {
  const missing = actual === undefined ? 'no sample' : undefined;
  const parsed = parseThreshold(condition);
  if (parsed === undefined || !isLoadMetricName(metric))
    return { words: `${metric} ${condition}`, found: missing ?? readable(actual) };
  const bound = { ...parsed, unit: unitOfLoad(metric, parsed) };
  return {
    words: `${aggregateWords(metric, parsed.aggregation)} ${boundText(bound)}`,
    found: missing ?? valueText(actual, bound),
  };
}

/** A figure of a load that is compared with an earlier one: `p95 response time`. */
export function baselineName(figure: string): string {
  const [, metric = figure, percent] = /^(.*) p\((.*)\)$/.exec(figure) ?? [];
  const words = isLoadMetricName(metric) ? LOAD_METRICS[metric].words : metric;
  return percent === undefined ? words : `p${percent} ${words}`;
}

/** Its value with its unit. */
export function baselineValue(figure: string, value: number | undefined): string {
  if (value === undefined) return 'no sample';
  return figure.includes(' p(') ? durationText(value) : percentText(value);
}

const SECOND_MS = 1000;

// A bound that is some tenths of a second is written in seconds.
function timeUnitOf(ms: number): MetricUnit {
  const isLong = ms >= SECOND_MS && ms % (SECOND_MS / 10) === 0;
  return isLong ? { per: 1 / SECOND_MS, name: 's' } : { per: 1, name: 'ms' };
}

function unitOfLoad(
  metric: LoadMetricName,
  { aggregation: { kind }, bound }: { readonly aggregation: Aggregation; readonly bound: number },
): MetricUnit {
  if (LOAD_METRICS[metric].kind === 'trend') return timeUnitOf(bound);
  if (kind !== 'rate') return PLAIN;
  return LOAD_METRICS[metric].kind === 'rate' ? { per: 100, name: '%' } : { per: 1, name: 'a second' };
}

// More digits than these a double does not have for certain.
const MOST_DIGITS = 12;

function boundText({ relation, bound, unit: { per, name } }: Bound): string {
  const value = Number((bound * per).toPrecision(MOST_DIGITS));
  return `${BOUNDS[relation]} ${figureText(value, { name, digits: MOST_DIGITS })}`;
}

const USUAL_DIGITS = 2;

interface Bound {
  readonly relation: Relation;
  readonly bound: number;
  readonly unit: MetricUnit;
}

// A value beside its bound is rounded, but never so that it would be judged otherwise.
function valueText(actual: number | undefined, { relation, bound, unit: { per, name } }: Bound): string {
  if (actual === undefined) return readable(actual);
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
  const { kind, words } = LOAD_METRICS[metric];
  if (aggregation.kind === 'percentile') return `p${readable(aggregation.percent)} ${words}`;
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
