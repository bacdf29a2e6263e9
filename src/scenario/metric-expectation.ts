import { parseExpectation } from '../model/expectation.ts';
import { isMetricName, METRICS } from '../model/metric-names.ts';
import { REASON_CLASSES } from '../model/reason.ts';
import { scalar } from './scalar.ts';
import { suggestion } from './suggestion.ts';

const METRIC_NAMES = [...Object.keys(METRICS), ...REASON_CLASSES.map((reason) => `failures.${reason}`)];

/** One assertion on a metric of the run: `success_rate >= 95%`. */
export function metricExpectation() {
  return scalar({
    expected: 'a known metric, a relation and a number, such as success_rate >= 95%',
    read: (value) => {
      const expectation = typeof value === 'string' ? parseExpectation(value) : undefined;
      return expectation !== undefined && isKnown(expectation.metric) ? expectation : undefined;
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

function hint(text: string): string {
  const metric = /^\s*([\w.-]+)/.exec(text)?.[1];
  if (metric === undefined || isKnown(metric))
    return 'relations are <, <=, >, >=, == and !=; a % sign divides by 100';
  const close = suggestion(metric, METRIC_NAMES);
  return `there is no metric ${metric}; ${close ?? `metrics are ${Object.keys(METRICS).join(', ')} and failures.REASON`}`;
}
