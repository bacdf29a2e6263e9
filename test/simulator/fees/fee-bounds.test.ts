import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedMediations } from './random-mediations.ts';
import { dearestOf } from '../../../src/model/network/fees.ts';
import { boundFee, greatestFee } from '../../../src/simulator/fees/fee-bounds.ts';
import {
  amountWithFees,
  amountWithoutFees,
  type ChargedMediation,
} from '../../../src/simulator/fees/mediation-fee.ts';
import { isByTheBook } from '../../oracle/mediation-fee.ts';

function boundsOf(mediation: ChargedMediation, amount: bigint) {
  const { balanceIn, balanceOut, receivable, capacityIn, capacityOut, ...schedules } = mediation;
  const limit = balanceOut < receivable ? balanceOut : receivable;
  const hasCurve = ({ imbalancePpm }: { readonly imbalancePpm: number }, capacity: bigint): boolean =>
    imbalancePpm > 0 && capacity > 0n;
  const bounds = { least: -1, most: -1 };
  boundFee(
    {
      ...schedules,
      given: Number(amount),
      balanceIn: Number(balanceIn),
      balanceOut: Number(balanceOut),
      receivable: Number(receivable),
      capacityIn: Number(capacityIn),
      capacityOut: Number(capacityOut),
      isOnCurves:
        (!hasCurve(mediation.scheduleIn, capacityIn) || balanceIn + limit <= capacityIn) &&
        (!hasCurve(mediation.scheduleOut, capacityOut) || balanceOut <= capacityOut),
    },
    bounds,
  );
  return bounds;
}

describe('bounds of fees', () => {
  it('hold what the exact solver says, whatever the size of the amounts', () => {
    const kinds = { possible: 0, exact: 0, impossible: 0, undecided: 0 };
    fc.assert(
      fc.property(askedMediations, ({ mediation, amount }) => {
        const capped = { ...mediation, capped: true };
        const exact = amountWithFees(capped, amount);
        const { least, most } = boundsOf(capped, amount);
        if (least === Number.POSITIVE_INFINITY) {
          kinds.impossible += 1;
          expect(exact).toBeUndefined();
        } else if (most === Number.POSITIVE_INFINITY) {
          kinds.undecided += 1;
        } else {
          kinds.possible += 1;
          if (least === most) kinds.exact += 1;
          const fee = Number((exact as bigint) - amount);
          expect(fee).toBeGreaterThanOrEqual(least);
          expect(fee).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 3000 },
    );
    expect(kinds.possible).toBeGreaterThan(200);
    expect(kinds.exact).toBeGreaterThan(100);
    expect(kinds.impossible).toBeGreaterThan(200);
    expect(kinds.undecided).toBeLessThan(1000);
  });

  it('name the fee to the unit while doubles are exact', () => {
    const counts = { exact: 0, all: 0 };
    fc.assert(
      fc.property(askedMediations, ({ mediation, amount }) => {
        const capped = { ...mediation, capped: true };
        const { least, most } = boundsOf(capped, amount);
        const { capacityIn, capacityOut, scheduleIn, scheduleOut } = mediation;
        const largest = [capacityIn, capacityOut, amount, scheduleIn.flat, scheduleOut.flat].reduce(
          (one, two) => (one > two ? one : two),
        );
        if (most === Number.POSITIVE_INFINITY || largest > 2n ** 44n) return;
        counts.all += 1;
        if (least === most) counts.exact += 1;
      }),
      { numRuns: 3000 },
    );
    // The others lie half a unit from two of them.
    expect(counts.all).toBeGreaterThan(20);
    expect(counts.exact).toBeGreaterThan(0.9 * counts.all);
  });

  it('are one bound for all, which no fee exceeds where ends can send more', () => {
    const kinds = { bounded: 0, reached: 0 };
    fc.assert(
      fc.property(askedMediations, ({ mediation, amount }) => {
        const { scheduleIn, scheduleOut, balanceIn, balanceOut, receivable, capacityIn, capacityOut } =
          mediation;
        const limit = balanceOut < receivable ? balanceOut : receivable;
        const greatest = greatestFee(dearestOf([scheduleIn, scheduleOut]), Number(amount));
        const isOnCurves = balanceIn + limit <= capacityIn && balanceOut <= capacityOut;
        if (!isOnCurves || !((Number(amount) + greatest) * (1 + 2 ** -49) < Number(limit))) return;
        kinds.bounded += 1;
        const fee = Number(amountWithFees({ ...mediation, capped: true }, amount)) - Number(amount);
        expect(fee).toBeLessThanOrEqual(greatest + Number(amount) * 2 ** -50);
        if (fee * 3 > greatest) kinds.reached += 1;
      }),
      { numRuns: 3000 },
    );
    expect(kinds.bounded).toBeGreaterThan(300);
    expect(kinds.reached).toBeGreaterThan(30);
  });

  it('are near: less than a millionth of the fee apart, or two units', () => {
    const schedule = { flat: 10n, proportionalPpm: 4000, imbalancePpm: 3000 };
    const half = 10n ** 21n;
    const mediation = {
      scheduleIn: schedule,
      scheduleOut: schedule,
      balanceIn: half,
      balanceOut: half,
      receivable: half,
      capacityIn: 2n * half,
      capacityOut: 2n * half,
    };
    const { least, most } = boundsOf(mediation, 10n ** 18n);
    expect(most - least).toBeLessThan(least / 1e6 + 2);
  });
});

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
