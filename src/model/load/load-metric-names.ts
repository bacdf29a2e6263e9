import type { Metric } from '../run/metrics.ts';

/** The kind of a metric of a load, as in k6; it decides the aggregations that a threshold may use. */
export type LoadMetricKind = 'trend' | 'rate' | 'counter';

/** Every metric a threshold can name. Trends are in milliseconds. */
export const LOAD_METRICS = {
  payment_duration: trend('service time', 'service time: from sending a payment to its answer'),
  payment_response_time: trend('response time', 'response time: from the intended start to the answer'),
  payment_lag: trend('lag of sending', 'how late payments were sent: from intended to actual start'),
  payments: counter('payments', 'payments that ended, whatever came of them'),
  payments_succeeded: rate('payments that succeeded', 'share that succeeded'),
  payments_failed: rate('payments that failed', 'share that failed'),
  payments_indeterminate: rate(
    'payments without an answer',
    'share without an answer in time or with a broken one',
  ),
  outcome_as_expected: rate(
    'payments that ended as foreseen',
    'share that did not contradict what the model foresaw when they were sent',
  ),
  dropped: counter(
    'starts that found no free place',
    'intended starts that found no free place among those in flight',
  ),
} as const;

type LoadMetric<Kind extends LoadMetricKind> = Metric & { readonly kind: Kind };

function trend(words: string, meaning: string): LoadMetric<'trend'> {
  return { kind: 'trend', unit: 'ms', words, meaning };
}

function counter(words: string, meaning: string): LoadMetric<'counter'> {
  return { kind: 'counter', unit: 'count', words, meaning };
}

function rate(words: string, meaning: string): LoadMetric<'rate'> {
  return { kind: 'rate', unit: 'share', words, meaning };
}

/** A metric of a load. */
export type LoadMetricName = keyof typeof LOAD_METRICS;

/** True for every name a load has a metric for. */
export function isLoadMetricName(name: string): name is LoadMetricName {
  return Object.hasOwn(LOAD_METRICS, name);
}
