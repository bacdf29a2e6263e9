import { describe, expect, it } from 'vitest';
import { feeMargin, type FeeSchedule } from '../../../src/model/network/fees.ts';
import { ImbalanceCurve } from '../../../src/simulator/fees/imbalance-curve.ts';
import {
  amountWithFees,
  amountWithoutFees,
  type ChargedMediation,
  mostToSend,
} from '../../../src/simulator/fees/mediation-fee.ts';

const fees = (flat: bigint, proportionalPpm: number, imbalancePpm = 0): FeeSchedule => ({
  flat,
  proportionalPpm,
  imbalancePpm,
});

/** What each hop carries when a payment crosses `mediators` equal mediators, as a sender and the mediators compute it. */
function journey({
  schedule,
  amount,
  mediators,
  own,
  partner,
  capped = true,
}: {
  readonly schedule: FeeSchedule;
  readonly amount: bigint;
  readonly mediators: number;
  /** Balance of each node in the channel towards the target, and of its partner there. */
  readonly own: bigint;
  readonly partner: bigint;
  readonly capped?: boolean;
}) {
  const mediation: ChargedMediation = {
    scheduleIn: schedule,
    scheduleOut: schedule,
    balanceIn: partner,
    balanceOut: own,
    receivable: own,
    capacityIn: own + partner,
    capacityOut: own + partner,
    capped,
  };
  let estimate = amount;
  for (let i = 0; i < mediators; i += 1) estimate = amountWithFees(mediation, estimate) ?? -1n;
  const estimatedFee = estimate - amount;
  const perHop = [estimate + feeMargin({ amount, estimatedFee })];
  for (let i = 0; i < mediators; i += 1)
    perHop.push(amountWithoutFees(mediation, perHop[i] as bigint) ?? -1n);
  return { estimatedFee, perHop };
}

// Numbers computed with the Python node's own code, equal to the assertions of the Raiden team's scenarios.
describe('mediation fees are those of the Python node', () => {
  it.each([
    ['flat 100', fees(50n, 0), 200n, [10_211n, 10_111n, 10_011n]],
    ['1 %', fees(0n, 4975), 201n, [10_213n, 10_112n, 10_012n]],
  ])('%s over two mediators', (_what, schedule, estimatedFee, perHop) => {
    const result = journey({ schedule, amount: 10_000n, mediators: 2, own: 100_000n, partner: 0n });
    expect(result).toEqual({ estimatedFee, perHop });
  });

  const whole = 10n ** 18n;

  it('an imbalance penalty that pays for bringing balance, not capped', () => {
    const { estimatedFee, perHop } = journey({
      schedule: fees(0n, 0, 10_000),
      amount: 5n * 10n ** 17n,
      mediators: 1,
      own: whole,
      partner: 0n,
      capped: false,
    });
    expect(estimatedFee).toBe(-19_999_960_000_080_000n);
    expect(perHop[0]).toBe(480_850_038_799_922_400n);
    expect(perHop[1]).toBe(500_849_998_800_002_400n);
  });

  it('flat, proportional and imbalance together over two mediators, not capped', () => {
    const { perHop } = journey({
      schedule: fees(50n, 4975, 20_000),
      amount: 5n * 10n ** 17n,
      mediators: 2,
      own: whole,
      partner: whole,
      capped: false,
    });
    expect(perHop[0]).toBe(543_503_066_141_505_551n);
    expect(perHop[1]).toBe(521_412_397_083_386_577n);
    expect(perHop[2]).toBe(501_256_867_628_581_697n);
  });

  it.each([
    [1, 10_087_730_923_819_374n, 10_007_350_597_613_074n],
    [2, 10_171_126_353_051_952n, 10_009_682_465_364_660n],
    [3, 10_255_191_625_090_621n, 10_011_995_752_496_685n],
  ])('the default schedule over %i mediators between balanced channels', (mediators, sent, received) => {
    const { perHop } = journey({
      schedule: fees(0n, 4000, 3000),
      amount: 10n ** 16n,
      mediators,
      own: whole,
      partner: whole,
    });
    expect(perHop[0]).toBe(sent);
    expect(perHop.at(-1)).toBe(received);
  });

  it.each([
    [100n, 1000n, 1, [102n, 101n]],
    [100n, 1000n, 3, [104n, 103n, 102n, 101n]],
    [10_000n, 100_000n, 1, [10_088n, 10_008n]],
    [10_000n, 100_000n, 2, [10_171n, 10_090n, 10_010n]],
    [10_000n, 100_000n, 3, [10_256n, 10_174n, 10_093n, 10_013n]],
  ])('the default schedule on small numbers: %s of %s over %i', (amount, balance, mediators, expected) => {
    const schedule = fees(0n, 4000, 3000);
    expect(journey({ schedule, amount, mediators, own: balance, partner: balance }).perHop).toEqual(expected);
  });

  it('a one-sided channel that the payment balances costs nothing', () => {
    const { estimatedFee } = journey({
      schedule: fees(0n, 4000, 3000),
      amount: 10n ** 16n,
      mediators: 1,
      own: 2n * whole,
      partner: 0n,
    });
    expect(estimatedFee).toBe(0n);
  });

  it('a mediator without room for amount and fee in its outgoing channel has none', () => {
    const schedule = fees(50n, 0);
    const mediation = { scheduleIn: schedule, scheduleOut: schedule, balanceIn: 0n, balanceOut: 100_000n };
    const channels = { receivable: 200_000n, capacityIn: 200_000n, capacityOut: 100_000n };
    expect(amountWithFees({ ...mediation, ...channels }, 100_000n)).toBeUndefined();
    expect(amountWithFees({ ...mediation, ...channels }, 99_900n)).toBe(100_000n);
  });
});

describe('the imbalance curve', () => {
  const penalties = (curve: ImbalanceCurve): readonly number[] =>
    balances(curve).map((balance) => Number(curve.penaltyOf(BigInt(balance))));
  const balances = (curve: ImbalanceCurve): readonly number[] => curve.balances().map(Number);

  it('is flat in the middle when the penalty is small', () => {
    const curve = new ImbalanceCurve(1000n, 3000);
    expect(balances(curve)).toEqual([...Array(21).keys()].map((k) => k * 50));
    expect(penalties(curve)).toEqual([3, 1, ...Array<number>(17).fill(0), 1, 3]);
  });

  it('is a V at the largest penalty', () => {
    const side = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    expect(penalties(new ImbalanceCurve(200n, 50_000))).toEqual([...side, 0, ...[...side].reverse()]);
  });
});

describe('the limits of a sender', () => {
  it('adds 3 % of the fee and 0.05 % of the amount, rounded up', () => {
    expect(feeMargin({ amount: 10_000n, estimatedFee: 200n })).toBe(11n);
    expect(feeMargin({ amount: 10_000n, estimatedFee: 201n })).toBe(12n);
    expect(feeMargin({ amount: 10_000n, estimatedFee: 0n })).toBe(0n);
  });

  it('accepts at most 20 % of fees, rounded down', () => {
    expect(mostToSend(4n, 20)).toBe(4n);
    expect(mostToSend(110n, 20)).toBe(132n);
  });
});
