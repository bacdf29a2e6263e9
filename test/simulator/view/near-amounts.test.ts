import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndIndex } from '../../../src/model/network/indices.ts';
import { AmountsByEnd } from '../../../src/simulator/view/amounts-by-end.ts';
import { NearAmounts } from '../../../src/simulator/view/near-amounts.ts';

const CHANNELS = 3;

// Near a power of two that doubles tell apart to the unit, just do, or do not.
const amounts = fc
  .tuple(fc.constantFrom(4, 51, 52, 53, 90, 250), fc.bigInt({ min: -2n, max: 2n }))
  .map(([bits, more]) => 2n ** BigInt(bits) + more);

const changes = fc.array(
  fc.record({
    isTold: fc.boolean(),
    channel: fc.nat({ max: CHANNELS - 1 }),
    side: fc.nat({ max: 1 }),
    amount: amounts,
  }),
  { maxLength: 30 },
);

describe('what lies on a fee curve', () => {
  it('is what exact sums say, after every change and for a look back', () => {
    fc.assert(
      fc.property(
        fc.array(amounts, { minLength: 3 * CHANNELS, maxLength: 3 * CHANNELS }),
        changes,
        (start, made) => {
          const [held, told] = [new AmountsByEnd(), new AmountsByEnd()];
          start.slice(0, 2 * CHANNELS).forEach((amount) => held.add(amount));
          start.slice(2 * CHANNELS).forEach((amount) => told.add(amount));
          const near = new NearAmounts({
            known: { amounts: held },
            curves: { amounts: told },
            schedules: [],
          });
          const look = (): void => {
            for (let end = 0; end < 2 * CHANNELS; end += 1) {
              const both = held.of(end as EndIndex) + held.of((end ^ 1) as EndIndex);
              expect(near.isOnCurve(end as EndIndex)).toBe(both <= told.of((end >> 1) as EndIndex));
            }
          };
          const version = held.version;
          held.keepFrom(version);
          look();
          for (const { isTold, channel, side, amount } of made) {
            if (isTold) told.set(channel as EndIndex, amount);
            else held.set((2 * channel + side) as EndIndex, amount);
            look();
          }
          held.asOf(version, look);
          look();
        },
      ),
      { numRuns: 300 },
    );
  });
});
