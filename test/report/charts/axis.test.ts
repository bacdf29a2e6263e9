import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundScale, roundStep, timeUnit } from '../../../src/report/charts/axis.ts';

describe('axes', () => {
  it('count in ones, twos and fives', () => {
    expect([roundStep(10, 5), roundStep(11, 5), roundStep(26, 5), roundStep(0.9, 10)]).toEqual([
      2, 5, 10, 0.1,
    ]);
    expect(roundScale(37, 4)).toEqual([0, 10, 20, 30, 40]);
  });

  it('name short units', () => {
    const names = [500, 60_000, 900_000, 36_000_000].map((ms) => timeUnit(ms).name);
    expect(names).toEqual(['ms', 's', 'min', 'h']);
  });

  it('reach from zero to at least the largest value in no more steps than asked', () => {
    const property = fc.property(
      fc.double({ min: 1e-6, max: 1e12, noNaN: true }),
      fc.integer({ min: 1, max: 10 }),
      (max, parts) => {
        const scale = roundScale(max, parts);
        expect(scale[0]).toBe(0);
        expect(scale.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-6));
        expect(scale.length).toBeLessThanOrEqual(parts + 1);
      },
    );
    fc.assert(property);
  });
});
