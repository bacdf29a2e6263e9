import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import type { AmountDistribution, DurationDistribution } from '../../src/model/scenario/distribution.ts';
import { amountDrawer, durationDrawer, scaleAmount } from '../../src/runtime/draw.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';

function amounts(distribution: AmountDistribution, { count = 1_000, seed = 'draw' } = {}): bigint[] {
  const draw = amountDrawer(distribution, createRandomSource(seed).stream('amounts'));
  return Array.from({ length: count }, draw);
}

function durations(distribution: DurationDistribution): number[] {
  const draw = durationDrawer(distribution, createRandomSource('draw').stream('durations'));
  return Array.from({ length: 1_000 }, draw);
}

function median<T>(values: readonly T[], compare: (one: T, other: T) => number): T {
  return values.toSorted(compare)[values.length >> 1] as T;
}

const bigger = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));

describe('drawn amounts', () => {
  it('fixed: always the same, even 0', () => {
    expect(amounts({ kind: 'fixed', amount: 0n }, { count: 2 })).toEqual([0n, 0n]);
  });

  it('csv: in the order of the file, starting over at the end', () => {
    const values = [5n, 1n, 3n];
    expect(amounts({ kind: 'csv', file: 'a.csv', values }, { count: 5 })).toEqual([5n, 1n, 3n, 5n, 1n]);
  });

  it('lognormal: half of them lie below the median', () => {
    const drawn = amounts({ kind: 'lognormal', median: 10n ** 18n, sigma: 1 }, { count: 4_000 });
    const below = drawn.filter((amount) => amount < 10n ** 18n).length;
    expect(below).toBeGreaterThan(1_900);
    expect(below).toBeLessThan(2_100);
  });

  it('lognormal: a sigma of 0 is the median to the last unit, beyond 2^53 too', () => {
    const exact = 2n ** 200n + 1n;
    expect(amounts({ kind: 'lognormal', median: exact, sigma: 0 }, { count: 2 })).toEqual([exact, exact]);
  });

  it('lognormal: draws below 1 become 1, so that nobody is paid nothing', () => {
    expect(median(amounts({ kind: 'lognormal', median: 1n, sigma: 5 }), bigger)).toBeGreaterThanOrEqual(1n);
    expect(amounts({ kind: 'lognormal', median: 1n, sigma: 5 })).not.toContain(0n);
  });

  it('pareto: with alpha 1, half of them lie below twice the smallest', () => {
    const middle = median(amounts({ kind: 'pareto', min: 1_000_000n, alpha: 1 }, { count: 4_000 }), bigger);
    expect(Number(middle) / 1_000_000).toBeCloseTo(2, 0);
  });

  it('stay within their bounds, whatever these are', () => {
    const bound = fc.bigInt({ min: 1n, max: MAX_AMOUNT });
    const shape = fc.double({ min: 0.01, max: 50, noNaN: true });
    const property = fc.property(bound, bound, shape, fc.string(), (one, other, parameter, seed) => {
      const [min, max] = one < other ? [one, other] : [other, one];
      const within = (drawn: readonly bigint[], least: bigint): boolean =>
        drawn.every((amount) => amount >= least && amount <= max);
      const few = { count: 10, seed };
      expect(within(amounts({ kind: 'uniform', min, max }, few), min)).toBe(true);
      expect(within(amounts({ kind: 'pareto', min, alpha: parameter, max }, few), min)).toBe(true);
      expect(within(amounts({ kind: 'lognormal', median: min, sigma: parameter, max }, few), 1n)).toBe(true);
    });
    fc.assert(property);
  });
});

describe('drawn durations', () => {
  it('fixed, uniform and lognormal are what they say', () => {
    expect(new Set(durations({ kind: 'fixed', ms: 40 }))).toEqual(new Set([40]));
    const uniform = durations({ kind: 'uniform', minMs: 10, maxMs: 20 });
    expect(uniform.every((ms) => ms >= 10 && ms < 20)).toBe(true);
    const lognormal = durations({ kind: 'lognormal', medianMs: 100, sigma: 0.5 });
    expect(lognormal.every((ms) => ms > 0)).toBe(true);
    expect(Math.abs(median(lognormal, (one, other) => one - other) / 100 - 1)).toBeLessThan(0.1);
  });
});

describe('a scaled amount', () => {
  it('is rounded down and exact beyond 2^53', () => {
    expect(scaleAmount(7n, 0.5)).toBe(3n);
    expect(scaleAmount(2n ** 100n + 2n, 0.5)).toBe(2n ** 99n + 1n);
    expect(scaleAmount(5n, Number.POSITIVE_INFINITY)).toBe(MAX_AMOUNT);
  });
});
