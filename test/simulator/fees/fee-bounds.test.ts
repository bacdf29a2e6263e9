import { describe, expect, it } from 'vitest';
import { dearestOf, type FeeSchedule } from '../../../src/model/network/fees.ts';
import { boundFee, greatestFee } from '../../../src/simulator/fees/fee-bounds.ts';
import {
  amountWithFees,
  amountWithoutFees,
  type ChargedMediation,
} from '../../../src/simulator/fees/mediation-fee.ts';
import { isByTheBook } from '../../oracle/mediation-fee.ts';
import fc from 'fast-check';

/** A mediation and an amount; sizes from a few units to 2^250, amounts at the limits and far from them. */
interface AskedMediation {
  readonly mediation: ChargedMediation;
  readonly amount: bigint;
}

const randomSchedules: fc.Arbitrary<FeeSchedule> = fc.record({
  flat: fc.oneof({ weight: 6, arbitrary: fc.constant(0n) }, fc.bigInt({ min: 0n, max: 10n ** 15n })),
  proportionalPpm: fc.oneof(
    fc.constantFrom(0, 100, 4000),
    fc.constantFrom(0, 500_001, 1_000_000),
    fc.integer({ min: 0, max: 10_000 }),
  ),
  imbalancePpm: fc.oneof(fc.constantFrom(0, 1, 3000, 50_000), fc.integer({ min: 0, max: 50_000 })),
});

// Capacities of every size are as likely, not only those near the largest; and those around 2^53, from where on doubles
// are no longer exact.
const capacities = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 250 }).chain((bits) => upTo(bits)) },
  fc.integer({ min: 50, max: 55 }).chain((bits) => upTo(bits)),
  fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }),
);

function upTo(bits: number): fc.Arbitrary<bigint> {
  return fc.bigInt({ min: 1n, max: 2n ** BigInt(bits) });
}

/** What is left of `whole`: all, nothing, or a share of it in millionths. */
const share = fc.oneof(fc.constantFrom(0n, 1_000_000n), fc.bigInt({ min: 0n, max: 1_000_000n }));

/** Random mediations: channels with and without locks, curves that are older than the channel. */
const askedMediations: fc.Arbitrary<AskedMediation> = fc
  .record({
    schedules: fc.tuple(randomSchedules, randomSchedules),
    isSame: fc.boolean(),
    capacities: fc.tuple(capacities, capacities),
    shares: fc.tuple(share, share),
    locked: fc.oneof({ weight: 3, arbitrary: fc.constant(0n) }, share),
    areAlike: fc.boolean(),
    isOldCurve: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
    amountShare: fc.oneof(share, fc.bigInt({ min: 0n, max: 20_000n })),
    offset: fc.bigInt({ min: -3n, max: 3n }),
    capped: fc.boolean(),
  })
  .map(({ schedules: [scheduleIn, other], isSame, capacities: [one, another], shares, locked, ...rest }) => {
    const two = rest.areAlike ? one : another;
    const part = (whole: bigint, millionths: bigint): bigint => (whole * millionths) / 1_000_000n;
    const [balanceIn, balanceOut] = [part(one, shares[0]), part(two, shares[1])];
    const receivable = one - balanceIn - part(one - balanceIn, locked);
    const amount = part(balanceOut, rest.amountShare) + rest.offset;
    const mediation = {
      scheduleIn,
      scheduleOut: isSame ? scheduleIn : other,
      balanceIn,
      balanceOut,
      receivable,
      capacityIn: rest.isOldCurve ? one - one / 10n : one,
      capacityOut: two,
      capped: rest.capped,
    };
    return { mediation, amount: amount > 0n ? amount : 1n };
  });

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
    const property = fc.property(askedMediations, ({ mediation, amount }) => {
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
    });
    fc.assert(property, { numRuns: 3000 });
    expect(kinds.possible).toBeGreaterThan(200);
    expect(kinds.exact).toBeGreaterThan(100);
    expect(kinds.impossible).toBeGreaterThan(200);
    expect(kinds.undecided).toBeLessThan(1000);
  });

  it('name the fee to the unit while doubles are exact', () => {
    const counts = { exact: 0, all: 0 };
    const property = fc.property(askedMediations, ({ mediation, amount }) => {
      const capped = { ...mediation, capped: true };
      const { least, most } = boundsOf(capped, amount);
      const { capacityIn, capacityOut, scheduleIn, scheduleOut } = mediation;
      const largest = [capacityIn, capacityOut, amount, scheduleIn.flat, scheduleOut.flat].reduce(
        (one, two) => (one > two ? one : two),
      );
      if (most === Number.POSITIVE_INFINITY || largest > 2n ** 44n) return;
      counts.all += 1;
      if (least === most) counts.exact += 1;
    });
    fc.assert(property, { numRuns: 3000 });
    // The others lie half a unit from two of them.
    expect(counts.all).toBeGreaterThan(20);
    expect(counts.exact).toBeGreaterThan(0.9 * counts.all);
  });

  it('are one bound for all, which no fee exceeds where ends can send more', () => {
    const kinds = { bounded: 0, reached: 0 };
    const property = fc.property(askedMediations, ({ mediation, amount }) => {
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
    });
    fc.assert(property, { numRuns: 3000 });
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
    const property = fc.property(askedMediations, ({ mediation, amount }) => {
      const asked = { mediation, given: amount };
      const [before, after] = [amountWithFees(mediation, amount), amountWithoutFees(mediation, amount)];
      if (before !== undefined) possible += 1;
      expect([before, isByTheBook(before, { ...asked, unknown: 'in' })]).toEqual([before, true]);
      expect([after, isByTheBook(after, { ...asked, unknown: 'out' })]).toEqual([after, true]);
    });
    fc.assert(property, { numRuns: 3000 });
    // Neither all nor none of them.
    expect(possible).toBeGreaterThan(500);
    expect(possible).toBeLessThan(2800);
  });

  it.each([
    ['a unit less', (amount: bigint) => amount - 1n],
    ['a unit more', (amount: bigint) => amount + 1n],
    ['no amount', () => undefined],
  ])('are not %s', (_what, wrong) => {
    const property = fc.property(askedMediations, ({ mediation, amount }) => {
      const before = amountWithFees(mediation, amount);
      fc.pre(before !== undefined);
      expect(isByTheBook(wrong(before), { mediation, given: amount, unknown: 'in' })).toBe(false);
    });
    fc.assert(property, { numRuns: 300 });
  });
});
