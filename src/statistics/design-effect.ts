/** How many of how many: of one stretch of time. */
export interface Counted {
  readonly of: number;
  readonly part: number;
}

/** How far a share is from being one of independent things. */
export interface Spread {
  /** Times that its variance is larger than if they were; never below 1. */
  readonly effect: number;
  /** Quantile of its error for 99 % confidence on one side, in standard deviations. */
  readonly quantile: number;
}

// One-sided 99 % quantile of the normal distribution.
const Z = 2.326;

// Long enough stretches that what lasts for seconds stays within one, enough of them to see how they differ.
const STRETCHES = 10;

/**
 * How much what follows each other resembles its neighbours: a pause slows everything that is on its way, so a thousand
 * answers say less than a thousand independent ones. The variance between stretches of time is compared with what
 * independent ones would have (batch means; Student's t by its first correction term).
 */
export function spreadOf(intervals: readonly Counted[]): Spread {
  const stretches = inStretches(intervals);
  const { of, part } = together(stretches);
  const share = part / Math.max(1, of);
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
  for (let at = 0; at < intervals.length; at += length)
    stretches.push(together(intervals.slice(at, at + length)));
  // A stretch in which nothing ended says nothing.
  return stretches.filter(({ of }) => of > 0);
}

function together(counts: readonly Counted[]): Counted {
  return {
    of: counts.reduce((sum, each) => sum + each.of, 0),
    part: counts.reduce((sum, each) => sum + each.part, 0),
  };
}
