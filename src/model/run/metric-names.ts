/** Every metric a run has, by the name scenario files and `summary.json` use; all are plain numbers. */
export const METRICS = {
  operations: 'operations attempted',
  payments: 'payments attempted',
  succeeded: 'payments that succeeded',
  failed: 'payments that failed',
  indeterminate: 'payments without an answer that reading afterwards did not resolve',
  success_rate: 'succeeded / payments, 0 to 1; 0 without payments',
  unexpected_outcomes: 'steps that ended otherwise than the scenario says',
  volume: 'sum of the amounts of succeeded payments, smallest units',
  volume_rate: 'volume / sum of all attempted amounts, 0 to 1',
  fees: 'sum of mediation fees paid, smallest units',
  fee_share: 'fees / volume',
  path_length_mean: 'mean number of hops of succeeded payments',
  path_length_max: 'largest number of hops of a succeeded payment',
  latency_p50_ms: 'median time from start to end of succeeded payments, milliseconds',
  latency_p95_ms: '95th percentile of the same',
  latency_p99_ms: '99th percentile of the same',
  drained_channels: 'open channels in which one end holds less than 5 % of the capacity at the end',
  imbalance_mean: 'mean of |balance difference| / capacity over open channels at the end, 0 to 1',
  locked_at_end: 'amount still locked at the end, smallest units',
  duration_s: 'length of the run on its own clock, seconds',
  differences: 'replays: differences between target and simulation that nothing explains',
} as const;

/** The metrics that simulations of scenarios with churn, griefing or faulty messages have besides. */
export const DISTURBANCE_METRICS = {
  online_share: 'mean share of the time that nodes were online, 0 to 1',
  absences: 'how often a node went offline',
  lost_to_absence: 'failed payments in whose way an absent node stood',
  lost_to_griefing: 'failed payments that a node held, or that found no free slot',
  transfers_held: 'payments that locked something and were then held, those of attackers included',
  held_mean: 'what they had locked, mean over time, smallest units',
  held_peak: 'the most they had locked at any moment',
  messages_lost: 'messages lost, each lost repetition counted',
} as const;

/** The metrics that simulations of scenarios with `replenish` have besides. */
export const REPLENISH_METRICS = {
  replenished: 'how often channel ends were filled',
  replenished_amount: 'by how much in all, smallest units',
  replenish_refused: 'how often an end could not be filled',
  replenish_transactions: 'transactions on chain for that',
  replenish_paid: 'fees and prices paid for that, smallest units',
  replenish_added_mean: 'money in channels that came from the chain for that, mean over time',
} as const;

/** All metrics that an expectation may name, but for `failures.REASON`. */
export const ALL_METRICS = { ...METRICS, ...DISTURBANCE_METRICS, ...REPLENISH_METRICS } as const;

/** A metric's name; `failures.REASON` counts failed payments of one reason class. */
export type MetricName = keyof typeof ALL_METRICS | `failures.${string}`;

/** The figures of a run by their names: those that every run has, those of some runs only, and failures by reason. */
export type RunMetrics = Readonly<Record<keyof typeof METRICS, number>> &
  Readonly<Partial<Record<keyof typeof DISTURBANCE_METRICS | keyof typeof REPLENISH_METRICS, number>>> & {
    readonly [reason: `failures.${string}`]: number;
  };

/** True for every name a run has a number for. */
export function isMetricName(name: string): name is MetricName {
  return Object.hasOwn(ALL_METRICS, name) || /^failures\.[a-z-]+$/.test(name);
}
