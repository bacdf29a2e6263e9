import type { Amount } from '../../src/model/network/amount.ts';
import type { FeeSchedule } from '../../src/model/network/fees.ts';
import type { FeePolicy, Mediation } from '../../src/ports/fee-policy.ts';
import {
  dividedBy,
  type Fraction,
  fraction,
  minus,
  plus,
  roundHalfEven,
  signOf,
  times,
} from '../../src/statistics/fraction.ts';
import { flatCurve, type ImbalanceCurve, imbalanceCurve, penaltyAt } from './imbalance-curve.ts';

/** A mediation whose negative fees count as 0 unless it says otherwise (default: true, as in the Python node). */
export interface ChargedMediation extends Mediation {
  readonly capped?: boolean;
}

/** Flat, proportional and imbalance fees of both channels of a mediator (raiden.md 2.6). */
export const raidenFees: Omit<FeePolicy, 'boundFee' | 'greatestFee'> = {
  isFree: ({ flat, proportionalPpm, imbalancePpm }) =>
    flat === 0n && proportionalPpm === 0 && imbalancePpm === 0,
  amountIn: amountWithFees,
  amountOut: amountWithoutFees,
};

const MILLION = 1_000_000n;

/** What must come in so that `amountOut` can go out (path-finding service, sender); `undefined`: not possible. */
export function amountWithFees(mediation: ChargedMediation, amountOut: Amount): Amount | undefined {
  if (cannotMediate(mediation)) return undefined;
  const limit = smaller(mediation.balanceOut, mediation.receivable);
  if (hasNoPenalty(mediation)) {
    const { scheduleIn, scheduleOut } = mediation;
    const numerator =
      amountOut * (MILLION + ppm(scheduleOut)) + MILLION * (scheduleIn.flat + scheduleOut.flat);
    return withinLimit({ numerator, denominator: MILLION - ppm(scheduleIn) }, limit);
  }
  return crossing({ mediation, limit, given: amountOut, unknown: 'in' });
}

/** What a mediator forwards of `amountIn`; `undefined`: nothing. */
export function amountWithoutFees(mediation: ChargedMediation, amountIn: Amount): Amount | undefined {
  if (cannotMediate(mediation)) return undefined;
  const limit = mediation.balanceOut;
  if (hasNoPenalty(mediation)) {
    const { scheduleIn, scheduleOut } = mediation;
    const numerator = amountIn * (MILLION - ppm(scheduleIn)) - MILLION * (scheduleIn.flat + scheduleOut.flat);
    return withinLimit({ numerator, denominator: MILLION + ppm(scheduleOut) }, limit);
  }
  return crossing({ mediation, limit, given: amountIn, unknown: 'out' });
}

function cannotMediate({ balanceOut, receivable }: ChargedMediation): boolean {
  return balanceOut <= 0n || receivable <= 0n;
}

function hasNoPenalty({ scheduleIn, scheduleOut }: ChargedMediation): boolean {
  return scheduleIn.imbalancePpm === 0 && scheduleOut.imbalancePpm === 0;
}

// Without penalty the fee is a straight line, and the equation solves itself.
function withinLimit(solution: Fraction, limit: Amount): Amount | undefined {
  const { numerator, denominator } = solution;
  if (numerator <= 0n || denominator <= 0n || numerator > limit * denominator) return undefined;
  return positive(solution);
}

// One side of a mediation is given, the other is looked for, up to a limit.
interface Question {
  readonly mediation: ChargedMediation;
  readonly limit: Amount;
  readonly given: Amount;
  readonly unknown: 'in' | 'out';
}

// One channel of the mediator, with its balance before.
interface Side {
  readonly schedule: FeeSchedule;
  readonly curve: ImbalanceCurve;
  readonly balance: Amount;
}

interface Point {
  readonly x: Fraction;
  readonly fee: Fraction;
}

// Fee(x) is piecewise linear; the amount is where it meets the line x - given (x comes in) or given - x (x goes out).
function crossing(question: Question): Amount | undefined {
  const { given, unknown } = question;
  const points = feePoints(question);
  if (points === undefined) return undefined;
  const above = ({ x, fee }: Point): Fraction =>
    unknown === 'in' ? minus(fee, minus(x, fraction(given))) : minus(fee, minus(fraction(given), x));
  const startsBelow = signOf(above(points[0] as Point)) < 0;
  for (let i = 0; i < points.length; i += 1) {
    const side = signOf(above(points[i] as Point));
    if (side !== 0 && side < 0 === startsBelow) continue;
    if (i === 0) return positive((points[0] as Point).x);
    const [left, right] = [points[i - 1] as Point, points[i] as Point];
    const gaps = [above(left), above(right)] as const;
    const share = dividedBy(gaps[0], minus(gaps[0], gaps[1]));
    return positive(plus(left.x, times(share, minus(right.x, left.x))));
  }
  return undefined;
}

function positive(x: Fraction): Amount | undefined {
  const amount = roundHalfEven(x);
  return amount > 0n ? amount : undefined;
}

function feePoints({ mediation, limit, given, unknown }: Question): readonly Point[] | undefined {
  const { scheduleIn, scheduleOut, balanceIn, balanceOut, receivable, capacityIn, capacityOut } = mediation;
  const incoming: Side = {
    schedule: scheduleIn,
    curve: imbalanceCurve(capacityIn, scheduleIn.imbalancePpm) ?? flatCurve(balanceIn + receivable),
    balance: balanceIn,
  };
  const outgoing: Side = {
    schedule: scheduleOut,
    curve: imbalanceCurve(capacityOut, scheduleOut.imbalancePpm) ?? flatCurve(balanceOut),
    balance: balanceOut,
  };
  const points: Point[] = [];
  for (const x of breakPoints(incoming, outgoing, limit)) {
    const [amountIn, amountOut] = unknown === 'in' ? [x, given] : [given, x];
    const feeIn = feeOf(incoming, amountIn, balanceIn + amountIn);
    const feeOut = feeOf(outgoing, amountOut, balanceOut - amountOut);
    if (feeIn === undefined || feeOut === undefined) return undefined;
    points.push({ x: fraction(x), fee: plus(feeIn, feeOut) });
  }
  return mediation.capped === false ? points : cappedAtZero(points);
}

function breakPoints(incoming: Side, outgoing: Side, limit: Amount): readonly Amount[] {
  const clamp = (x: Amount): Amount => (x < 0n ? 0n : smaller(x, limit));
  const xs = new Set([
    ...incoming.curve.balances.map((balance) => clamp(balance - incoming.balance)),
    ...outgoing.curve.balances.map((balance) => clamp(outgoing.balance - balance)),
  ]);
  return [...xs].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

function feeOf({ schedule, curve, balance }: Side, amount: Amount, after: Amount): Fraction | undefined {
  const before = penaltyAt(curve, balance);
  const later = penaltyAt(curve, after);
  if (before === undefined || later === undefined) return undefined;
  return plus(fraction(schedule.flat * MILLION + ppm(schedule) * amount, MILLION), minus(later, before));
}

// The line is cut where it crosses 0, so that capping changes nothing between the points.
function cappedAtZero(points: readonly Point[]): readonly Point[] {
  const zero = fraction(0n);
  const capped: Point[] = [];
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (before && signOf(before.fee) * signOf(point.fee) < 0) {
      const share = dividedBy(before.fee, minus(before.fee, point.fee));
      capped.push({ x: plus(before.x, times(share, minus(point.x, before.x))), fee: zero });
    }
    capped.push(signOf(point.fee) < 0 ? { x: point.x, fee: zero } : point);
  });
  return capped;
}

function ppm(schedule: FeeSchedule): bigint {
  return BigInt(schedule.proportionalPpm);
}

function smaller(one: Amount, other: Amount): Amount {
  return one < other ? one : other;
}
