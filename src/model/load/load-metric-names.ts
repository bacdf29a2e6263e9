/** The kind of a metric of a load, as in k6; it decides the aggregations that a threshold may use. */
export type LoadMetricKind = 'trend' | 'rate' | 'counter';

const metric = (kind: LoadMetricKind, words: string, meaning: string) => ({ kind, words, meaning });

/** Every metric a threshold can name. Trends are in milliseconds. */
export const LOAD_METRICS = {
  payment_duration: metric('trend', 'service time', 'from sending a payment to its answer'),
  payment_response_time: metric(
    'trend',
    'response time of all payments',
    'from the intended start to the answer',
  ),
  payment_lag: metric('trend', 'lag of sending', 'from the intended to the actual start'),
  payments: metric('counter', 'payments', 'payments that ended, whatever came of them'),
  payments_succeeded: metric('rate', 'payments that succeeded', 'share that was answered with success'),
  answered: metric('rate', 'payments with an answer', 'share with a usable answer in time'),
  payments_failed: metric('rate', 'payments that failed', 'share that failed'),
  payments_indeterminate: metric(
    'rate',
    'payments whose end is unknown',
    'share without an answer whose end reading did not show',
  ),
  outcome_as_expected: metric('rate', 'payments that ended as foreseen', 'share that the model had foreseen'),
  dropped: metric('counter', 'starts that found no free place', 'intended starts beyond the most in flight'),
} as const;

/** A metric of a load. */
export type LoadMetricName = keyof typeof LOAD_METRICS;

/** True for every name a load has a metric for. */
export function isLoadMetricName(name: string): name is LoadMetricName {
  return Object.hasOwn(LOAD_METRICS, name);
}
