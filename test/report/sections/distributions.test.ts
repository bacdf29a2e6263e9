import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histogram } from '../../../src/report/sections/distributions.ts';

describe('histogram', () => {
  it('counts values between round edges', () => {
    expect(histogram(Float64Array.of(100, 120, 290, 310))).toEqual({
      edges: [0, 100, 200, 300, 400],
      counts: [0, 2, 1, 1],
      logarithmic: false,
    });
  });

  it('turns logarithmic when a linear axis would squeeze almost everything into its first bins', () => {
    const { edges, logarithmic } = histogram(Float64Array.of(1, 3, 40, 900));
    expect(logarithmic).toBe(true);
    expect(edges).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);
  });

  it('loses no value and keeps its edges ascending, for values of any size', () => {
    const value = fc.double({ min: 0, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 100 }), (values) => {
        const { edges, counts } = histogram(Float64Array.from(values));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
        expect(counts.length).toBe(edges.length - 1);
        expect(counts.length).toBeLessThanOrEqual(40);
        edges.slice(1).forEach((edge, index) => expect(edge).toBeGreaterThan(edges[index] ?? Number.NaN));
      }),
    );
  });
});
