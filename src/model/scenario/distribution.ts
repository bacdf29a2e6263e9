import type { Amount } from '../network/amount.ts';

/** How amounts are drawn; every draw is rounded down to an integer and clamped to [1 or 0, max]. */
export type AmountDistribution =
  | { readonly kind: 'fixed'; readonly amount: Amount }
  /** Inclusive on both sides. */
  | { readonly kind: 'uniform'; readonly min: Amount; readonly max: Amount }
  /** exp(ln(median) + sigma * N(0,1)). */
  | { readonly kind: 'lognormal'; readonly median: Amount; readonly sigma: number; readonly max?: Amount }
  /** min / U^(1/alpha): the smallest value is `min`, the tail index is `alpha`. */
  | { readonly kind: 'pareto'; readonly min: Amount; readonly alpha: number; readonly max?: Amount }
  /** Values taken in file order, starting over at the end; `values` is filled when the scenario is loaded. */
  | {
      readonly kind: 'csv';
      readonly file: string;
      readonly column?: string;
      readonly values: readonly Amount[];
    };

/** Which share of a channel's capacity its first end gets. */
export type BalanceSplit =
  | { readonly kind: 'equal' }
  /** All to one end, drawn by a fair coin. */
  | { readonly kind: 'one-sided' }
  /** Share uniform in [0, 1]. */
  | { readonly kind: 'uniform' }
  /** Share Beta(alpha, beta). */
  | { readonly kind: 'beta'; readonly alpha: number; readonly beta: number };

/** How durations are drawn, in milliseconds. */
export type DurationDistribution =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly minMs: number; readonly maxMs: number }
  /** -mean * ln(U): without memory. */
  | { readonly kind: 'exponential'; readonly meanMs: number }
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number };

// Three standard deviations above the median: longer is one message in a thousand, and then comes the grace.
const SIGMAS = 3;
// ln(1000): the same for exponential ones.
const MEANS = 6.91;

/** How long a message may take, as far as that can be said. */
export function longestMs(distribution: DurationDistribution): number {
  switch (distribution.kind) {
    case 'fixed':
      return distribution.ms;
    case 'uniform':
      return distribution.maxMs;
    case 'exponential':
      return MEANS * distribution.meanMs;
    case 'lognormal':
      return distribution.medianMs * Math.exp(SIGMAS * distribution.sigma);
  }
}
