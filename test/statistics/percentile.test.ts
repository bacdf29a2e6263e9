import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascending, percentile } from '../../src/statistics/percentile.ts';

describe('percentile', () => {
  it('is the value at the nearest rank, never between two values', () => {
    const values = [15, 20, 35, 40, 50];
    expect([5, 30, 40, 50, 100].map((percent) => percentile(values, percent))).toEqual([15, 20, 20, 35, 50]);
  });

  it('is 0 when there is nothing to measure', () => {
    expect(percentile([], 50)).toBe(0);
  });

  it('is not exceeded by at least the given share of the values, and is one of them', () => {
    const property = fc.property(
      fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 100 }),
      (values, percent) => {
        const found = percentile(ascending(values), percent);
        const notAbove = values.filter((value) => value <= found).length;
        expect(values).toContain(found);
        expect(notAbove * 100).toBeGreaterThanOrEqual(percent * values.length);
      },
    );
    fc.assert(property);
  });
});
