import { ALL_METRICS, metricNamed, METRICS, NODE_METRICS } from '../../model/run/metrics.ts';
import { REASON_CLASSES } from '../../model/run/reason-class.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { parseExpectation, PERIODS, periodMetric, withoutBlanks } from '../../model/scenario/expectation.ts';
import { METRIC_LABELS, metricKind, metricName, selectedMetric } from '../../model/run/selected-metric.ts';
import { stands } from '../../model/scenario/threshold.ts';
import { scalar } from '../text/schema.ts';
import { suggestion } from '../text/suggestion.ts';

const METRIC_NAMES = [...Object.keys(ALL_METRICS), ...REASON_CLASSES.map((reason) => `failures.${reason}`)];

/** One assertion on a metric of the run: `success_rate >= 95%`. */
export function metricExpectation(faultOf: (text: string) => string | undefined = expectationFault) {
  return scalar({
    expected: 'a known metric, a relation and a number, such as success_rate >= 95%',
    read: (value) =>
      typeof value === 'string' && faultOf(value) === undefined ? parseExpectation(value) : undefined,
    hint: (value) => (typeof value === 'string' ? faultOf(value) : undefined),
    json: {
      type: 'string',
      pattern: '^\\s*[a-z_0-9]+(\\.[a-z-]+)?(\\s*\\{[^{}]*\\})?\\s*(<=|>=|==|!=|<|>)\\s*-?[0-9].*$',
      examples: ['success_rate >= 95%', 'failures.no-route == 0'],
      'x-type': 'expectation',
    },
  });
}

/** One metric of planning: `success_rate`, `earned{node=hub}`. */
export function goalMetric() {
  const read = (value: unknown): string | undefined => {
    const metric = typeof value === 'string' ? plainMetric(value.trim()) : undefined;
    return metric !== undefined && metricFault(metric) === undefined ? metric : undefined;
  };
  return scalar({
    expected: 'a metric, such as success_rate or success_rate{payer=ann}',
    read,
    hint: (value) => (typeof value === 'string' ? metricFault(plainMetric(value.trim())) : undefined),
    json: { type: 'string', examples: ['earned{node=hub}'], 'x-type': 'metric' },
  });
}

// As a goal that asks for a share of periods names it.
function plainMetric(text: string): string {
  const { unit, condition } = periodMetric(text) ?? {};
  const goal = condition && parseExpectation(`${condition.text} in 1 of 1 ${unit}`);
  return goal?.metric ?? withoutBlanks(text);
}

/** Why a text is no goal of planning, and what to write; undefined: it is one. A goal that is met by nothing happening is none. */
export function goalFault(text: string): string | undefined {
  const goal = parseExpectation(text);
  const fault = expectationFault(text, metricFault);
  if (fault !== undefined || goal === undefined) return fault;
  const period = periodMetric(goal.metric);
  if (period !== undefined) return goalFault(period.condition.text);
  if (metricName(goal.metric) === 'failed' || !stands(0, goal.relation, goal.value)) return undefined;
  return `${goal.metric} is 0 where no payment succeeds, and the goal is met: ask for success, such as success_rate >= 95%; results.csv has every metric`;
}

function isKnown(metric: string): boolean {
  return METRIC_NAMES.includes(metric);
}

function isOfPayments(metric: string): boolean {
  return metricNamed(metric)?.needs?.includes('payments') === true;
}

/** Why planning has no such metric, and what to write; undefined: it has. */
function metricFault(metric: string): string | undefined {
  const period = periodMetric(metric);
  if (period !== undefined) {
    const { condition } = period;
    return (
      expectationFault(condition.text, metricFault) ??
      (isOfPayments(metricName(condition.metric))
        ? undefined
        : `${condition.metric} is of a whole run; of ${period.unit} there are success_rate, payments, volume, fees and others of payments`)
    );
  }
  const name = metricName(metric);
  const isOfNodes = Object.hasOwn(NODE_METRICS, name);
  if (name === metric)
    return isOfNodes ? `say of which nodes: ${name}{node=hub}` : unknownFault(metric, isKnown);
  const selected = selectedMetric(metric);
  if (selected === undefined)
    return `a selection is label=name, several names with |, several labels with a comma; labels are ${Object.keys(METRIC_LABELS).join(', ')}`;
  if (isOfNodes)
    return selected.values.node === undefined ? `say of which nodes: ${name}{node=hub}` : undefined;
  const known = (each: string): boolean => isKnown(each) && isOfPayments(each);
  return isKnown(name) && !isOfPayments(name)
    ? `${name} is of a whole run; of a part there are success_rate, payments, volume, fees and others of payments`
    : unknownFault(name, known);
}

function unknownFault(metric: string, isUsable: (metric: string) => boolean): string | undefined {
  if (isUsable(metric)) return undefined;
  const close = suggestion(metric, [...METRIC_NAMES, ...Object.keys(NODE_METRICS)]);
  return `there is no metric ${metric}; ${close ?? `metrics are ${Object.keys(METRICS).join(', ')} and failures.REASON`}`;
}

// A comparison of a share with 95 is a forgotten percent sign.
function isBeyondRange({ metric, value }: Expectation): boolean {
  return metricKind(metric) === 'share' && (value < 0 || value > 1);
}

/** Why a text asserts nothing of a run, and what to write; undefined: it does. */
function expectationFault(text: string, faultOf = wholeRunFault): string | undefined {
  const expectation = parseExpectation(text);
  const metric =
    expectation?.metric ?? withoutBlanks(/^\s*[\w.-]+(?:\s*\{[^}]*\}?)?/.exec(text)?.[0].trim() ?? '');
  const fault = metric === '' ? undefined : faultOf(metric);
  if (fault !== undefined) return fault;
  if (expectation === undefined)
    return /\sin\s/.test(text)
      ? `a share of periods is written in 19 of 20 weeks; periods are ${Object.keys(PERIODS).join(', ')}`
      : 'relations are <, <=, >, >=, == and !=; a % sign divides by 100';
  return isBeyondRange(expectation)
    ? `${expectation.metric} lies between 0 and 1: write 95% or 0.95`
    : undefined;
}

function wholeRunFault(metric: string): string | undefined {
  return metric.includes('{') || periodMetric(metric) !== undefined
    ? 'only the goal and the figures of plan: select a part of a run'
    : unknownFault(metric, isKnown);
}
