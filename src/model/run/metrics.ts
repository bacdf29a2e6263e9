import { reasonWords } from './reason-class.ts';

/**
 * The kind of a metric's numbers: amounts are in smallest units, shares from 0 to 1; a ratio is written in percent and may
 * exceed 1; `failed` counts failed payments.
 */
export type MetricKind = 'count' | 'failed' | 'number' | 'share' | 'ratio' | 'amount' | 'ms' | 's';

/** A part of a run from which a metric is computed. Those of payments can be computed from chosen payments too. */
export type MetricNeed = 'payments' | 'successes' | 'paths' | 'end' | 'prediction';

/** A metric: its kind, its name in sentences, what it is in full, and what a run must have for it. */
export interface Metric {
  readonly kind: MetricKind;
  readonly words: string;
  readonly meaning: string;
  readonly needs?: readonly MetricNeed[];
}

const metric = (kind: MetricKind, words: string, meaning: string): Metric => ({ kind, words, meaning });

function needing<Name extends string>(
  needs: readonly MetricNeed[],
  metrics: Readonly<Record<Name, Metric>>,
): Readonly<Record<Name, Metric>> {
  const entries = Object.entries<Metric>(metrics).map(([name, each]) => [name, { ...each, needs }]);
  return Object.fromEntries(entries) as Record<Name, Metric>;
}

/** Every metric a run has, by the name that scenario files and `summary.json` use; all are plain numbers. */
export const METRICS = {
  operations: metric('count', 'operations', 'operations attempted'),
  ...needing(['payments'], {
    payments: metric('count', 'payments', 'payments attempted'),
    succeeded: metric('count', 'payments that succeeded', 'payments that succeeded'),
    failed: metric('failed', 'payments that failed', 'payments that failed'),
    indeterminate: metric('count', 'payments without an answer', 'payments whose end reading did not show'),
    success_rate: metric('share', 'success', 'succeeded / payments, 0 to 1; 0 without payments'),
  }),
  unexpected_outcomes: metric('count', 'unexpected steps', 'steps with another outcome than stated'),
  ...needing(['payments'], {
    volume: metric('amount', 'volume', 'sum of the amounts of succeeded payments, smallest units'),
    volume_rate: metric('share', 'success by amount', 'volume / sum of all attempted amounts, 0 to 1'),
  }),
  ...needing(['payments', 'paths'], {
    fees: metric('amount', 'fees', 'sum of mediation fees paid, smallest units'),
    fee_share: metric('ratio', 'fees, as a share of the amounts paid', 'fees / volume'),
  }),
  ...needing(['payments', 'successes', 'paths'], {
    path_length_mean: metric('number', 'mean path length', 'mean number of hops of succeeded payments'),
    path_length_max: metric('count', 'longest path', 'largest number of hops of a succeeded payment'),
  }),
  ...needing(['payments', 'successes'], {
    latency_p50_ms: metric('ms', 'median latency', 'median duration of succeeded payments, milliseconds'),
    latency_p95_ms: metric('ms', 'p95 latency', '95 % of succeeded payments took no longer, milliseconds'),
    latency_p99_ms: metric('ms', 'p99 latency', '99 % of succeeded payments took no longer, milliseconds'),
  }),
  ...needing(['end'], {
    drained_channels: metric('count', 'depleted channels', 'at the end, channels with an end below 5 %'),
    imbalance_mean: metric('share', 'imbalance of channels', 'mean |balance difference| / capacity, 0 to 1'),
    locked_at_end: metric('amount', 'locked at the end', 'amount still locked at the end, smallest units'),
  }),
  duration_s: metric('s', 'length of the run', 'length of the run on its own clock, seconds'),
  ...needing(['prediction'], {
    differences: metric('count', 'differences', 'replays: unexplained differences from the simulation'),
  }),
} as const;

/** The metrics that simulations of scenarios with churn, griefing or faulty messages have besides. */
export const DISTURBANCE_METRICS = {
  online_share: metric('share', 'time online', 'mean share of the time that nodes were online, 0 to 1'),
  absences: metric('count', 'absences', 'how often a node went offline'),
  lost_to_absence: metric('failed', 'lost to absent nodes', 'payments that failed at an absent node'),
  lost_to_griefing: metric('failed', 'lost to griefing', 'payments that a node held, or without a free slot'),
  transfers_held: metric('count', 'payments held', 'payments locked and then held, of attackers too'),
  held_mean: metric('amount', 'mean locked by held payments', 'mean over time, smallest units'),
  held_peak: metric('amount', 'most locked by held payments', 'the most at any moment, smallest units'),
  messages_lost: metric('count', 'lost messages', 'messages lost, each lost repetition counted'),
} as const;

/** The metrics that simulations of scenarios with `replenish` have besides. */
export const REPLENISH_METRICS = {
  replenished: metric('count', 'fillings', 'how often channel ends were filled'),
  replenished_amount: metric('amount', 'amount filled in all', 'sum of all fillings, smallest units'),
  replenish_refused: metric('count', 'fillings that were refused', 'how often an end could not be filled'),
  replenish_transactions: metric('count', 'transactions on chain', 'transactions on chain for fillings'),
  replenish_paid: metric('amount', 'cost of fillings', 'fees and prices paid for fillings, smallest units'),
  replenish_added_mean: metric('amount', 'mean added from the chain', 'mean over time, smallest units'),
} as const;

/** Figures of nodes; they need a selection that says of which. */
export const NODE_METRICS = {
  earned: metric('amount', 'fees earned', 'mediation fees that the nodes keep, smallest units (as a double)'),
  capital: metric('amount', 'capital in channels', 'balances at the start, smallest units (as a double)'),
  return_rate: metric('ratio', 'return on capital', 'earned / capital, in one run'),
  cost: metric('amount', 'cost', 'capital, transactions and fillings at the prices of plan.costs'),
  profit: metric('amount', 'profit', 'earned less cost (as a double)'),
} as const;

/** Metrics that plans measure in each replication besides. */
export const PLANNING_METRICS = {
  traffic_s: metric('s', 'time to the last payment', 'when the last payment began'),
} as const;

/** All metrics that an expectation may name, but for `failures.REASON`. */
export const ALL_METRICS = { ...METRICS, ...DISTURBANCE_METRICS, ...REPLENISH_METRICS } as const;

/** A metric's name; `failures.REASON` counts failed payments of one reason class. */
export type MetricName = keyof typeof ALL_METRICS | `failures.${string}`;

/** The metrics of a run by name. Every run has METRICS; disturbances, fillings and failures add their own. */
export type RunMetrics = Readonly<Record<keyof typeof METRICS, number>> &
  Readonly<Partial<Record<keyof typeof DISTURBANCE_METRICS | keyof typeof REPLENISH_METRICS, number>>> & {
    readonly [reason: `failures.${string}`]: number;
  };

const EVERY_METRIC: Readonly<Record<string, Metric>> = {
  ...ALL_METRICS,
  ...NODE_METRICS,
  ...PLANNING_METRICS,
};

/** The metric of a name without a selection. */
export function metricNamed(name: string): Metric | undefined {
  if (Object.hasOwn(EVERY_METRIC, name)) return EVERY_METRIC[name];
  const [, reason] = /^failures\.([a-z-]+)$/.exec(name) ?? [];
  if (reason === undefined) return undefined;
  const words = `payments that failed (${reasonWords(reason)})`;
  return { kind: 'failed', words, meaning: `payments that failed with ${reason}`, needs: ['payments'] };
}
