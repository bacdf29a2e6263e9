/** Every metric a run has, by the name scenario files and `summary.json` use; all are plain numbers. */
export const METRICS = {
  operations: 'operations attempted',
  payments: 'payments attempted',
  succeeded: 'payments that succeeded',
  failed: 'payments that failed',
  indeterminate: 'payments without an answer that reading afterwards did not resolve',
  success_rate: 'succeeded / payments, 0 to 1; 0 without payments',
  unexpected_outcomes: 'steps that ended otherwise than the scenario says',
  volume: 'sum of the amounts of succeeded payments, smallest units (as a double)',
  volume_rate: 'volume / sum of all attempted amounts, 0 to 1',
  fees: 'sum of mediation fees paid, smallest units (as a double)',
  fee_share: 'fees / volume',
  path_length_mean: 'mean number of hops of succeeded payments',
  path_length_max: 'largest number of hops of a succeeded payment',
  latency_p50_ms: 'median time from start to end of succeeded payments, milliseconds',
  latency_p95_ms: '95th percentile of the same',
  latency_p99_ms: '99th percentile of the same',
  drained_channels: 'open channels in which one end holds less than 5 % of the capacity at the end',
  imbalance_mean: 'mean of |balance difference| / capacity over open channels at the end, 0 to 1',
  locked_at_end: 'amount still locked at the end, smallest units (as a double)',
  duration_s: 'length of the run on its own clock, seconds',
  differences: 'replays: differences between target and simulation that nothing explains',
} as const;

/** A metric's name; `failures.REASON` counts failed payments of one reason class. */
export type MetricName = keyof typeof METRICS | `failures.${string}`;

/** True for every name a run has a number for. */
export function isMetricName(name: string): name is MetricName {
  return Object.hasOwn(METRICS, name) || /^failures\.[a-z-]+$/.test(name);
}
