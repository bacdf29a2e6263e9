import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceInterval, shareInterval } from '../../src/statistics/share-interval.ts';

describe('shareInterval', () => {
  it('gives the published bounds (Newcombe 1998, Two-sided intervals for the single proportion, method 3)', () => {
    const cases = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [part, of, low, high] of cases) {
      const [from, to] = shareInterval({ part, of });
      expect(from).toBeCloseTo(low, 4);
      expect(to).toBeCloseTo(high, 4);
    }
  });

  it('holds the share itself, lies within 0 and 1, and knows nothing of nothing', () => {
    const property = fc.property(fc.nat(5000), fc.nat(5000), (one, other) => {
      const [part, of] = [Math.min(one, other), Math.max(one, other, 1)];
      const [low, high] = shareInterval({ part, of });
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(part / of);
      expect(high).toBeGreaterThanOrEqual(part / of);
      expect(high).toBeLessThanOrEqual(1);
    });
    fc.assert(property);
    expect(shareInterval({ part: 0, of: 0 })).toEqual([0, 1]);
  });
});

describe('differenceInterval', () => {
  it('gives the published bounds (Newcombe 1998, Interval estimation for the difference, method 10)', () => {
    const cases = [
      [{ part: 48, of: 80 }, { part: 56, of: 70 }, [0.0524, 0.3339]],
      [{ part: 3, of: 10 }, { part: 9, of: 10 }, [0.1705, 0.809]],
      [{ part: 0, of: 10 }, { part: 10, of: 10 }, [0.6075, 1]],
    ] as const;
    for (const [first, second, [low, high]] of cases) {
      const [from, to] = differenceInterval(first, second);
      expect(from).toBeCloseTo(low, 4);
      expect(to).toBeCloseTo(high, 4);
    }
  });

  it('turns around with its sides', () => {
    const [low, high] = differenceInterval({ part: 5, of: 50 }, { part: 11, of: 70 });
    const [from, to] = differenceInterval({ part: 11, of: 70 }, { part: 5, of: 50 });
    expect([-to, -from].map((bound) => bound.toFixed(9))).toEqual(
      [low, high].map((bound) => bound.toFixed(9)),
    );
  });
});
