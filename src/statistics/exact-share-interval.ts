import type { Counted } from './design-effect.ts';
import { CONFIDENCE } from './estimate.ts';
import { betaQuantile } from './quantiles.ts';
import type { Interval } from './share-interval.ts';

/**
 * Where a share lies of which so many of so many independent draws were part (Clopper & Pearson 1934; the inverse
 * of the incomplete beta function by Cephes' `incbi`): never too sure, and right where none or all were.
 */
export function exactShareInterval({ part, of }: Counted, confidence = CONFIDENCE): Interval {
  if (of === 0) return [0, 1];
  const tail = (1 - confidence) / 2;
  return [
    part === 0 ? 0 : betaQuantile([part, of - part + 1], tail),
    part === of ? 1 : betaQuantile([part + 1, of - part], 1 - tail),
  ];
}
