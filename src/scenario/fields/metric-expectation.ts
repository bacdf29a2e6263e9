import { ALL_METRICS, isMetricName, METRICS } from '../../model/run/metric-names.ts';
import { REASON_CLASSES } from '../../model/run/reason-class.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { parseExpectation } from '../../model/scenario/expectation.ts';
import { stands } from '../../model/scenario/threshold.ts';
import { scalar } from '../text/schema.ts';
import { suggestion } from '../text/suggestion.ts';

// Their values lie between 0 and 1, so a comparison with 95 is a forgotten percent sign.
const SHARES: readonly string[] = ['success_rate', 'volume_rate', 'imbalance_mean', 'online_share'];

const METRIC_NAMES = [...Object.keys(ALL_METRICS), ...REASON_CLASSES.map((reason) => `failures.${reason}`)];

/** One assertion on a metric of the run: `success_rate >= 95%`. */
export function metricExpectation(faultOf = expectationFault) {
  return scalar({
    expected: 'a known metric, a relation and a number, such as success_rate >= 95%',
    read: (value) =>
      typeof value === 'string' && faultOf(value) === undefined ? parseExpectation(value) : undefined,
    hint: (value) => (typeof value === 'string' ? faultOf(value) : undefined),
    json: {
      type: 'string',
      pattern: '^\\s*[a-z_0-9]+(\\.[a-z-]+)?\\s*(<=|>=|==|!=|<|>)\\s*-?[0-9].*$',
      examples: ['success_rate >= 95%', 'failures.no-route == 0'],
      'x-type': 'expectation',
    },
  });
}

/** Why a text is no goal of planning, and what to write; undefined: it is one. A goal that is met by nothing happening is none. */
export function goalFault(text: string): string | undefined {
  const goal = parseExpectation(text);
  const fault = expectationFault(text);
  if (fault !== undefined || goal === undefined) return fault;
  if (goal.metric === 'failed' || !stands(0, goal.relation, goal.value)) return undefined;
  return `${goal.metric} is 0 where no payment succeeds, and the goal is met: ask for success, such as success_rate >= 95%; results.csv has every metric`;
}

function isKnown(metric: string): boolean {
  return isMetricName(metric) && METRIC_NAMES.includes(metric);
}

function isBeyondRange({ metric, value }: Expectation): boolean {
  return SHARES.includes(metric) && (value < 0 || value > 1);
}

/** Why a text asserts nothing of a run, and what to write; undefined: it does. */
function expectationFault(text: string): string | undefined {
  const expectation = parseExpectation(text);
  if (expectation !== undefined && isKnown(expectation.metric) && !isBeyondRange(expectation))
    return undefined;
  if (expectation !== undefined && isBeyondRange(expectation))
    return `${expectation.metric} lies between 0 and 1: write 95% or 0.95`;
  const metric = /^\s*([\w.-]+)/.exec(text)?.[1];
  if (metric === undefined || isKnown(metric))
    return 'relations are <, <=, >, >=, == and !=; a % sign divides by 100';
  const close = suggestion(metric, METRIC_NAMES);
  return `there is no metric ${metric}; ${close ?? `metrics are ${Object.keys(METRICS).join(', ')} and failures.REASON`}`;
}
