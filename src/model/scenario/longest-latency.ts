import type { DurationDistribution } from './distribution.ts';

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
