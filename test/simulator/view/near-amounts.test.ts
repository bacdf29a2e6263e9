import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EndIndex, otherEnd } from '../../../src/model/network/indices.ts';
import { AmountsByEnd } from '../../../src/simulator/amounts-by-end.ts';
import { NearAmounts } from '../../../src/simulator/view/believed-network.ts';

const CHANNELS = 3;
const ENDS = Array.from({ length: 2 * CHANNELS }, (_, end) => end as EndIndex);

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
    const property = fc.property(
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
          for (const end of ENDS)
            for (const other of [end, otherEnd(end)])
              expect(near.isOnCurve(end, other)).toBe(
                held.of(end) + held.of(other) <= told.of((end >> 1) as EndIndex),
              );
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
    );
    fc.assert(property, { numRuns: 300 });
  });
});
