import { ALL_METRICS, isMetricName, METRICS } from '../../model/run/metric-names.ts';
import { REASON_CLASSES } from '../../model/run/reason-class.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { parseExpectation } from '../../model/scenario/expectation.ts';
import { scalar } from '../text/schema.ts';
import { suggestion } from '../text/suggestion.ts';

// Their values lie between 0 and 1, so a comparison with 95 is a forgotten percent sign.
const SHARES: readonly string[] = ['success_rate', 'volume_rate', 'imbalance_mean', 'online_share'];

const METRIC_NAMES = [...Object.keys(ALL_METRICS), ...REASON_CLASSES.map((reason) => `failures.${reason}`)];

/** One assertion on a metric of the run: `success_rate >= 95%`. */
export function metricExpectation() {
  return scalar({
    expected: 'a known metric, a relation and a number, such as success_rate >= 95%',
    read: (value) => {
      const expectation = typeof value === 'string' ? parseExpectation(value) : undefined;
      return expectation !== undefined && isKnown(expectation.metric) && !isBeyondRange(expectation)
        ? expectation
        : undefined;
    },
    hint: (value) => (typeof value === 'string' ? hint(value) : undefined),
    json: {
      type: 'string',
      pattern: '^\\s*[a-z_0-9]+(\\.[a-z-]+)?\\s*(<=|>=|==|!=|<|>)\\s*-?[0-9].*$',
      examples: ['success_rate >= 95%', 'failures.no-route == 0'],
      'x-type': 'expectation',
    },
  });
}

function isKnown(metric: string): boolean {
  return isMetricName(metric) && METRIC_NAMES.includes(metric);
}

function isBeyondRange({ metric, value }: Expectation): boolean {
  return SHARES.includes(metric) && (value < 0 || value > 1);
}

function hint(text: string): string {
  const expectation = parseExpectation(text);
  if (expectation !== undefined && isBeyondRange(expectation))
    return `${expectation.metric} lies between 0 and 1: write 95% or 0.95`;
  const metric = /^\s*([\w.-]+)/.exec(text)?.[1];
  if (metric === undefined || isKnown(metric))
    return 'relations are <, <=, >, >=, == and !=; a % sign divides by 100';
  const close = suggestion(metric, METRIC_NAMES);
  return `there is no metric ${metric}; ${close ?? `metrics are ${Object.keys(METRICS).join(', ')} and failures.REASON`}`;
}
