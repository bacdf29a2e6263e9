import { flatOf, shareOf, WHOLE_SHARE } from '../../model/network/fees.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Mediation } from '../../ports/fee-policy.ts';
import {
  compare,
  dividedBy,
  type Fraction,
  fraction,
  larger,
  minus,
  plus,
  roundHalfEven,
  signOf,
  smaller,
  times,
} from '../../statistics/fraction.ts';
import { ImbalanceCurve, penaltyAt } from './imbalance-curve.ts';

// No piece of a curve rises by more than 0.1 a unit: 20 pieces, penalties of at most 5 % of the capacity, an exponent
// of at most 10 (raiden.md 2.6); rounding its points to whole units adds less than 80 / capacity. Within these two the
// fee changes by less than 0.9 for a unit of the amount.
const GENTLE_CAPACITY = 400n;
const GENTLE_SHARE = 500_000_000n;

/**
 * The amount at which the fee is just what lies between it and the given one, rounded half to even; `undefined`: none
 * up to the limit. Exact, whatever the size of the amounts.
 */
export function feeCrossing(question: FeeQuestion): Amount | undefined {
  const side = movingSide(question);
  if (side === undefined) return undefined;
  const x = isGentle(side) ? gentleCrossing(side) : crossingByPoints(side);
  if (x === undefined || compare(x, fraction(question.limit)) > 0) return undefined;
  const amount = roundHalfEven(x);
  return amount > 0n ? amount : undefined;
}

// The amount and the fee move against each other then, so that there is one crossing, on whichever piece it lies.
function isGentle({ share, curve }: MovingSide): boolean {
  return share <= GENTLE_SHARE && (curve === undefined || curve.capacity >= GENTLE_CAPACITY);
}

function gentleCrossing(side: MovingSide): Fraction {
  const { given, unknown, mediation } = side.question;
  const x = side.curve === undefined ? crossingOnPiece(side, FLAT) : crossingOnCurve(side, side.curve);
  if (isUncapped(mediation)) return x;
  // A fee below 0 counts as 0.
  return unknown === 'in' ? larger(x, fraction(given)) : smaller(x, fraction(given));
}

// Begins where there would be no fee and goes from piece to piece towards the crossing.
function crossingOnCurve(side: MovingSide, curve: ImbalanceCurve): Fraction {
  let right = curve.pieceOf(clamped(balanceAfter(side, side.question.given), curve.capacity));
  const balance = fraction(side.balance);
  for (;;) {
    const piece = pieceOf(curve, right);
    const x = crossingOnPiece(side, piece);
    const after = side.question.unknown === 'in' ? plus(balance, x) : minus(balance, x);
    if (right < curve.last && compare(after, fraction(piece.x1)) > 0) right += 1;
    else if (right > 1 && compare(after, fraction(piece.x0)) < 0) right -= 1;
    else return x;
  }
}

/** A straight piece of a curve: from penalty y0 at balance x0 to y1 at x1. */
interface Piece {
  readonly x0: Amount;
  readonly x1: Amount;
  readonly y0: Amount;
  readonly y1: Amount;
}

// A side without penalty.
const FLAT: Piece = { x0: 0n, x1: 1n, y0: 0n, y1: 0n };

function pieceOf(curve: ImbalanceCurve, right: number): Piece {
  const [x0, x1] = [curve.balanceAt(right - 1), curve.balanceAt(right)];
  return { x0, x1, y0: curve.penaltyOf(x0), y1: curve.penaltyOf(x1) };
}

// Solves `in = given + fee(in)` or `out = given - fee(out)` on the line through the piece.
function crossingOnPiece(side: MovingSide, { x0, x1, y0, y1 }: Piece): Fraction {
  const { question, share, balance, charged } = side;
  const [width, height] = [x1 - x0, y1 - y0];
  const { denominator } = charged;
  const penalty = denominator * (y0 * width + height * (balance - x0));
  const [given, rest] = [question.given * denominator, charged.numerator];
  return question.unknown === 'in'
    ? fraction(
        WHOLE_SHARE * ((given + rest) * width + penalty),
        denominator * ((WHOLE_SHARE - share) * width - WHOLE_SHARE * height),
      )
    : fraction(
        WHOLE_SHARE * ((given - rest) * width - penalty),
        denominator * ((WHOLE_SHARE + share) * width - WHOLE_SHARE * height),
      );
}

/** True where negative fees are paid out: what a mediator is told holds of all its channels. */
export function isUncapped({ capped, scheduleIn, scheduleOut }: FeeQuestion['mediation']): boolean {
  return capped === false || scheduleIn.isUncapped === true || scheduleOut.isUncapped === true;
}

function clamped(balance: Amount, capacity: Amount): Amount {
  return balance < 0n ? 0n : balance > capacity ? capacity : balance;
}

const MILLION = 1_000_000n;

/** One side of a mediation is given, the other is looked for, up to a limit. */
interface FeeQuestion {
  /** Where `capped` is false, negative fees are paid out. */
  readonly mediation: Mediation & { readonly capped?: boolean };
  readonly limit: Amount;
  readonly given: Amount;
  readonly unknown: 'in' | 'out';
}

/**
 * The side of a mediation that is looked for: its fee is a chain of straight lines, one for each piece of its curve.
 */
interface MovingSide {
  readonly question: FeeQuestion;
  readonly share: bigint;
  /** Undefined: this side has no penalty. */
  readonly curve: ImbalanceCurve | undefined;
  /** Own balance before. */
  readonly balance: Amount;
  /** The part of the fee that does not depend on the unknown amount, less the penalty at the balance before. */
  readonly charged: Fraction;
}

/** Undefined when an amount that may come in or go out does not lie on a curve: then nothing can be mediated. */
function movingSide(question: FeeQuestion): MovingSide | undefined {
  const { given, limit, unknown, mediation } = question;
  const { scheduleIn, scheduleOut, balanceIn, balanceOut, receivable, capacityIn, capacityOut } = mediation;
  const curveIn = curveOf(capacityIn, scheduleIn.imbalancePpm);
  const curveOut = curveOf(capacityOut, scheduleOut.imbalancePpm);
  const isIn = unknown === 'in';
  const [mostIn, mostOut] = isIn ? [limit, given] : [given, limit];
  if (balanceIn + mostIn > (curveIn?.capacity ?? balanceIn + receivable)) return undefined;
  if (balanceOut > (curveOut?.capacity ?? balanceOut) || mostOut > balanceOut) return undefined;
  const [still, moving] = isIn ? [scheduleOut, scheduleIn] : [scheduleIn, scheduleOut];
  const [stillCurve, curve] = isIn ? [curveOut, curveIn] : [curveIn, curveOut];
  const [before, after] = isIn ? [balanceOut, balanceOut - given] : [balanceIn, balanceIn + given];
  const balance = isIn ? balanceIn : balanceOut;
  const flat = (flatOf(scheduleIn) + flatOf(scheduleOut)) * MILLION + shareOf(still) * given;
  const rise = minus(penaltyOf(stillCurve, after), penaltyOf(stillCurve, before));
  const charged = minus(plus(fraction(flat, WHOLE_SHARE), rise), penaltyOf(curve, balance));
  return { question, share: shareOf(moving), curve, balance, charged };
}

/** Own balance once the unknown amount is x. */
function balanceAfter({ question, balance }: MovingSide, x: Amount): Amount {
  return question.unknown === 'in' ? balance + x : balance - x;
}

/** The penalty of a side; 0 where it has none. */
function penaltyOf(curve: ImbalanceCurve | undefined, balance: Amount): Fraction {
  return (curve && penaltyAt(curve, balance)) ?? fraction(0n);
}

function curveOf(capacity: Amount, imbalancePpm: number): ImbalanceCurve | undefined {
  return capacity === 0n || imbalancePpm === 0 ? undefined : new ImbalanceCurve(capacity, imbalancePpm);
}

interface Point {
  readonly x: Fraction;
  readonly fee: Fraction;
}

/**
 * The first amount from 0 on at which the fee is what lies between it and the given one, by trying all points of a
 * curve: a channel of a few hundred units has a fee that may rise as fast as the amount, and cross several times.
 */
function crossingByPoints(side: MovingSide): Fraction | undefined {
  const { given, unknown, mediation } = side.question;
  const bare = feePoints(side);
  const points = isUncapped(mediation) ? bare : cappedAtZero(bare);
  const above = ({ x, fee }: Point): Fraction =>
    unknown === 'in' ? minus(fee, minus(x, fraction(given))) : minus(fee, minus(fraction(given), x));
  const startsBelow = signOf(above(points[0] as Point)) < 0;
  const at = points.findIndex((point) => {
    const sign = signOf(above(point));
    return sign === 0 || sign < 0 !== startsBelow;
  });
  if (at <= 0) return points[at]?.x;
  const [left, right] = [points[at - 1] as Point, points[at] as Point];
  const gaps = [above(left), above(right)] as const;
  const share = dividedBy(gaps[0], minus(gaps[0], gaps[1]));
  return plus(left.x, times(share, minus(right.x, left.x)));
}

// The fee at both ends of every piece, for the amounts from 0 to the limit.
function feePoints(side: MovingSide): readonly Point[] {
  const { question, curve, balance, charged, share } = side;
  const { limit, unknown } = question;
  const xs = new Set([0n, limit]);
  for (const bend of curve?.balances() ?? []) {
    const x = unknown === 'in' ? bend - balance : balance - bend;
    if (x > 0n && x < limit) xs.add(x);
  }
  return [...xs]
    .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
    .map((x) => {
      const proportional = fraction(share * x, WHOLE_SHARE);
      const fee = plus(plus(charged, proportional), penaltyOf(curve, balanceAfter(side, x)));
      return { x: fraction(x), fee };
    });
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
    capped.push(compare(point.fee, zero) < 0 ? { x: point.x, fee: zero } : point);
  });
  return capped;
}
