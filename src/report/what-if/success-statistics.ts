import {
  differenceInterval,
  type Interval,
  SHARE_CONFIDENCE,
  shareInterval,
} from '../../statistics/share-interval.ts';
import { eachSide, type Sides } from './sides.ts';

/** What can be said of two success rates whose payments are not the same, as if payments were independent. */
export interface SuccessStatistics {
  readonly confidence: number;
  readonly rate: Sides<Interval>;
  /** Of B less A. */
  readonly difference: Interval;
  /** True when the interval holds 0: two runs of one scenario may be as far apart. */
  readonly mayBeChance: boolean;
}

/** Intervals for both success rates and for their difference. */
export function successStatistics(
  counts: Sides<{ readonly succeeded: number; readonly payments: number }>,
): SuccessStatistics {
  const { a, b } = eachSide(counts, ({ succeeded, payments }) => ({ part: succeeded, of: payments }));
  const difference = differenceInterval(a, b);
  return {
    confidence: SHARE_CONFIDENCE,
    rate: { a: shareInterval(a), b: shareInterval(b) },
    difference,
    mayBeChance: difference[0] <= 0 && difference[1] >= 0,
  };
}
