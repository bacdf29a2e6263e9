import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOut } from '../../../src/model/network/amount.ts';

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => one + other, 0n);

describe('sharing out', () => {
  it.each<[string, bigint, bigint[], bigint[]]>([
    // Exact shares: 1.4, 2.8, 2.8.
    ['gives what is left to the largest remainders', 7n, [1n, 2n, 2n], [1n, 3n, 3n]],
    ['prefers earlier ones among equal remainders', 5n, [1n, 1n, 1n], [2n, 2n, 1n]],
    ['takes weights of 0 for equal when there are no others', 4n, [0n, 0n], [2n, 2n]],
    ['has nothing to do without weights', 4n, [], []],
  ])('%s', (_what, total, weights, shares) => {
    expect(shareOut(total, weights)).toEqual(shares);
  });

  it('never loses a unit and is never a unit or more off the exact share', () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 12 }), (total, weights) => {
        const shares = shareOut(total, weights);
        expect(sum(shares)).toBe(total);
        const whole = sum(weights);
        if (whole === 0n) return;
        shares.forEach((share, index) => {
          const off = share * whole - total * (weights[index] as bigint);
          expect(off > -whole && off < whole).toBe(true);
        });
      }),
    );
  });
});
