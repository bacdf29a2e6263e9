import type { Amount } from '../../model/network/amount.ts';
import {
  compare,
  type Fraction,
  fraction,
  larger,
  minus,
  plus,
  roundHalfEven,
  smaller,
} from '../../statistics/fraction.ts';
import { crossingByPoints } from './crossing-by-points.ts';
import type { ImbalanceCurve } from './imbalance-curve.ts';
import { balanceAfter, type FeeQuestion, MILLION, type MovingSide, movingSide } from './moving-side.ts';

// No piece of a curve rises by more than 0.1 a unit: 20 pieces, penalties of at most 5 % of the capacity, an exponent
// of at most 10 (raiden.md 2.6); rounding its points to whole units adds less than 80 / capacity. Within these two the
// fee changes by less than 0.9 for a unit of the amount.
const GENTLE_CAPACITY = 400n;
const GENTLE_PPM = 500_000n;

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
function isGentle({ ppm, curve }: MovingSide): boolean {
  return ppm <= GENTLE_PPM && (curve === undefined || curve.capacity >= GENTLE_CAPACITY);
}

function gentleCrossing(side: MovingSide): Fraction {
  const { given, unknown, mediation } = side.question;
  const x = side.curve === undefined ? crossingOnPiece(side, FLAT) : crossingOnCurve(side, side.curve);
  if (mediation.capped === false) return x;
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
  const { question, ppm, balance, charged } = side;
  const [width, height] = [x1 - x0, y1 - y0];
  const { denominator } = charged;
  const penalty = denominator * (y0 * width + height * (balance - x0));
  const [given, rest] = [question.given * denominator, charged.numerator];
  return question.unknown === 'in'
    ? fraction(
        MILLION * ((given + rest) * width + penalty),
        denominator * ((MILLION - ppm) * width - MILLION * height),
      )
    : fraction(
        MILLION * ((given - rest) * width - penalty),
        denominator * ((MILLION + ppm) * width - MILLION * height),
      );
}

function clamped(balance: Amount, capacity: Amount): Amount {
  return balance < 0n ? 0n : balance > capacity ? capacity : balance;
}
