import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { LoadInterval } from '../../model/load/load-series.ts';

/** How many of how many: of one stretch of a load. */
export interface Counted {
  readonly of: number;
  readonly part: number;
}

/** How far a share of a load is from being one of independent payments. */
export interface Spread {
  /** Times that its variance is larger than if they were; never below 1. */
  readonly effect: number;
  /** Quantile of its error for REGRESSION_CONFIDENCE, in standard deviations. */
  readonly quantile: number;
}

// One-sided quantile of the normal distribution for REGRESSION_CONFIDENCE.
const Z = 2.326;

// Long enough stretches that what lasts for seconds stays within one, enough of them to see how they differ.
const STRETCHES = 10;

/**
 * How much payments of a load resemble their neighbours: a pause of the target slows all that are on their way, so a
 * thousand payments say less than a thousand independent ones. The variance between stretches of the load is compared
 * with what independent payments would have (batch means; Student's t by its first correction term).
 */
export function spreadOf(
  aggregate: LoadAggregate,
  counted: (interval: Readonly<LoadInterval>) => Counted,
): Spread {
  const stretches = inStretches(aggregate.series.intervals.map(counted));
  const of = stretches.reduce((sum, each) => sum + each.of, 0);
  const share = stretches.reduce((sum, each) => sum + each.part, 0) / Math.max(1, of);
  const freedom = stretches.length - 1;
  const independent = of * share * (1 - share);
  if (freedom < 1 || independent === 0) return { effect: 1, quantile: Z };
  const between = stretches.reduce((sum, each) => sum + (each.part - share * each.of) ** 2, 0);
  return {
    effect: Math.max(1, (between / independent) * (stretches.length / freedom)),
    quantile: Z * (1 + (Z * Z + 1) / (4 * freedom)),
  };
}

function inStretches(intervals: readonly Counted[]): readonly Counted[] {
  const length = Math.max(1, Math.ceil(intervals.length / STRETCHES));
  const stretches: Counted[] = [];
  for (let at = 0; at < intervals.length; at += length) {
    const stretch = intervals.slice(at, at + length);
    stretches.push({
      of: stretch.reduce((sum, each) => sum + each.of, 0),
      part: stretch.reduce((sum, each) => sum + each.part, 0),
    });
  }
  // What ended after the load is a stretch of few payments, all of them late.
  return stretches.filter(({ of }) => of > 0);
}
