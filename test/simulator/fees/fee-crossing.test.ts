import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountWithFees, amountWithoutFees } from '../../../src/simulator/fees/mediation-fee.ts';
import { isByTheBook } from '../../oracle/mediation-fee.ts';
import { askedMediations } from './random-mediations.ts';

describe('fees', () => {
  it('are those that the points of both curves and the halves of a unit around them give, exactly', () => {
    let possible = 0;
    fc.assert(
      fc.property(askedMediations, ({ mediation, amount }) => {
        const asked = { mediation, given: amount };
        const [before, after] = [amountWithFees(mediation, amount), amountWithoutFees(mediation, amount)];
        if (before !== undefined) possible += 1;
        expect([before, isByTheBook(before, { ...asked, unknown: 'in' })]).toEqual([before, true]);
        expect([after, isByTheBook(after, { ...asked, unknown: 'out' })]).toEqual([after, true]);
      }),
      { numRuns: 3000 },
    );
    // Neither all nor none of them.
    expect(possible).toBeGreaterThan(500);
    expect(possible).toBeLessThan(2800);
  });

  it.each([
    ['a unit less', (amount: bigint) => amount - 1n],
    ['a unit more', (amount: bigint) => amount + 1n],
    ['no amount', () => undefined],
  ])('are not %s', (_what, wrong) => {
    fc.assert(
      fc.property(askedMediations, ({ mediation, amount }) => {
        const before = amountWithFees(mediation, amount);
        fc.pre(before !== undefined);
        expect(isByTheBook(wrong(before), { mediation, given: amount, unknown: 'in' })).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
