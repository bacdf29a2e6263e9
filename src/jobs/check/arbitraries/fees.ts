import fc from 'fast-check';
import { DEFAULT_NODE_FEES, type FeeSchedule, NO_FEES } from '../../../model/network/fees.ts';

/** What mediators charge: nothing, each part alone, and all together as real nodes do by default (raiden.md 2.6). */
export function feeSchedules(): fc.Arbitrary<FeeSchedule> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(NO_FEES) },
    {
      weight: 1,
      arbitrary: fc.record({
        flat: fc.bigInt(1n, 9n),
        proportionalPpm: fc.constant(0),
        imbalancePpm: fc.constant(0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        flat: fc.constantFrom(0n, 1n),
        proportionalPpm: fc.constantFrom(4_000, 33_333, 80_000),
        imbalancePpm: fc.constant(0),
      }),
    },
    { weight: 1, arbitrary: fc.constant(DEFAULT_NODE_FEES) },
  );
}
