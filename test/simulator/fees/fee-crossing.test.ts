import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountWithFees, amountWithoutFees } from '../../../src/simulator/fees/mediation-fee.ts';
import * as oracle from '../../oracle/mediation-fee.ts';
import { askedMediations } from './random-mediations.ts';

describe('fees', () => {
  it('are those of a solver that tries every point of both curves with exact fractions', () => {
    let possible = 0;
    fc.assert(
      fc.property(askedMediations, ({ mediation, amount }) => {
        const expected = oracle.amountWithFees(mediation, amount);
        if (expected !== undefined) possible += 1;
        expect(amountWithFees(mediation, amount)).toBe(expected);
        expect(amountWithoutFees(mediation, amount)).toBe(oracle.amountWithoutFees(mediation, amount));
      }),
      { numRuns: 3000 },
    );
    // Neither all nor none of them.
    expect(possible).toBeGreaterThan(500);
    expect(possible).toBeLessThan(2800);
  });
});
