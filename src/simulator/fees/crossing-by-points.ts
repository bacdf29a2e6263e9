import {
  compare,
  dividedBy,
  type Fraction,
  fraction,
  minus,
  plus,
  signOf,
  times,
} from '../../statistics/fraction.ts';
import { balanceAfter, MILLION, type MovingSide, penaltyOf } from './moving-side.ts';

interface Point {
  readonly x: Fraction;
  readonly fee: Fraction;
}

/**
 * The first amount from 0 on at which the fee is what lies between it and the given one, by trying all points of a
 * curve: a channel of a few hundred units has a fee that may rise as fast as the amount, and cross several times.
 */
export function crossingByPoints(side: MovingSide): Fraction | undefined {
  const { given, unknown, mediation } = side.question;
  const bare = feePoints(side);
  const points = mediation.capped === false ? bare : cappedAtZero(bare);
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
  const { question, curve, balance, charged, ppm } = side;
  const { limit, unknown } = question;
  const xs = new Set([0n, limit]);
  for (const bend of curve?.balances() ?? []) {
    const x = unknown === 'in' ? bend - balance : balance - bend;
    if (x > 0n && x < limit) xs.add(x);
  }
  return [...xs]
    .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
    .map((x) => {
      const proportional = fraction(ppm * x, MILLION);
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
