import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueSums } from '../../../src/verdict/bounds/foresee.ts';

function taken(sums: DueSums<number>, nowMs: number): Record<number, bigint> {
  const all: Record<number, bigint> = {};
  sums.take(nowMs, (index, sum) => {
    all[index] = (all[index] ?? 0n) + sum;
  });
  return all;
}

describe('amounts that become certain', () => {
  it('are told by number when they are due, and once', () => {
    const sums = new DueSums<number>();
    sums.add(1, 5n, 100);
    sums.add(1, 6n, 101);
    sums.add(2, 7n, 400);
    expect(taken(sums, 100)).toEqual({});
    expect(taken(sums, 120)).toEqual({ 1: 11n });
    expect(taken(sums, 500)).toEqual({ 2: 7n });
    expect(sums.isDue(1e9)).toBe(false);
  });

  it('are never told early, nor more than 10 ms late, whatever the order in which they are added', () => {
    const amount = fc.record({
      index: fc.nat(3),
      amount: fc.bigInt({ min: 1n, max: 2n ** 255n }),
      atMs: fc.double({ min: 0, max: 200, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(amount), fc.double({ min: 0, max: 250, noNaN: true }), (added, nowMs) => {
        const sums = new DueSums<number>();
        for (const one of added) sums.add(one.index, one.amount, one.atMs);
        const told = taken(sums, nowMs);
        for (const index of [0, 1, 2, 3]) {
          const sumUntil = (untilMs: number): bigint =>
            added
              .filter((one) => one.index === index && one.atMs <= untilMs)
              .reduce((sum, one) => sum + one.amount, 0n);
          expect(told[index] ?? 0n).toBeGreaterThanOrEqual(sumUntil(nowMs - 10));
          expect(told[index] ?? 0n).toBeLessThanOrEqual(sumUntil(nowMs));
        }
      }),
    );
  });
});
