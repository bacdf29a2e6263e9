/** The kind of a metric of a load, as in k6; it decides the aggregations that a threshold may use. */
export type LoadMetricKind = 'trend' | 'rate' | 'counter';

/** Every metric a threshold can name. Trends are in milliseconds. */
export const LOAD_METRICS = {
  payment_duration: { kind: 'trend', meaning: 'service time: from sending a payment to its answer' },
  payment_response_time: { kind: 'trend', meaning: 'response time: from the intended start to the answer' },
  payment_lag: { kind: 'trend', meaning: 'how late payments were sent: from intended to actual start' },
  payments: { kind: 'counter', meaning: 'payments that ended, whatever came of them' },
  payments_succeeded: { kind: 'rate', meaning: 'share that succeeded' },
  payments_failed: { kind: 'rate', meaning: 'share that failed' },
  payments_indeterminate: { kind: 'rate', meaning: 'share without an answer in time or with a broken one' },
  outcome_as_expected: {
    kind: 'rate',
    meaning: 'share that did not contradict what the model foresaw when they were sent',
  },
  dropped: { kind: 'counter', meaning: 'intended starts that found no free place among those in flight' },
} as const satisfies Readonly<Record<string, { readonly kind: LoadMetricKind; readonly meaning: string }>>;

/** A metric of a load. */
export type LoadMetricName = keyof typeof LOAD_METRICS;

/** True for every name a load has a metric for. */
export function isLoadMetricName(name: string): name is LoadMetricName {
  return Object.hasOwn(LOAD_METRICS, name);
}
