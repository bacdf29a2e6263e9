import fc from 'fast-check';
import type { FeeSchedule } from '../../../src/model/network/fees.ts';
import type { ChargedMediation } from '../../../src/simulator/fees/mediation-fee.ts';

/** A mediation and an amount; sizes from a few units to 2^250, amounts at the limits and far from them. */
export interface AskedMediation {
  readonly mediation: ChargedMediation;
  readonly amount: bigint;
}

const schedules: fc.Arbitrary<FeeSchedule> = fc.record({
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
export const askedMediations: fc.Arbitrary<AskedMediation> = fc
  .record({
    schedules: fc.tuple(schedules, schedules),
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
