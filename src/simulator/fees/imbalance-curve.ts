import type { Amount } from '../../model/network/amount.ts';
import { type Fraction, fraction, plus } from '../../statistics/fraction.ts';
import { PIECES, pieceNear, pointNear, pointPenalty } from './near-curve.ts';

/**
 * Piecewise linear penalty by own balance, through 21 points of a U (raiden.md 2.6), exact between them. A point is
 * computed when it is asked for: a payment touches one or two pieces of a curve.
 */
export class ImbalanceCurve {
  readonly capacity: Amount;
  /** Index of the last point, which lies at the capacity. */
  readonly last: number;
  readonly #total: number;
  readonly #ppm: number;

  /** `capacity` and `imbalancePpm` must be more than 0. */
  constructor(capacity: Amount, imbalancePpm: number) {
    this.capacity = capacity;
    this.last = capacity < BigInt(PIECES) ? Number(capacity) : PIECES;
    this.#total = Number(capacity);
    this.#ppm = imbalancePpm;
  }

  /** Own balance at point k. */
  balanceAt(k: number): Amount {
    return k === this.last ? this.capacity : BigInt(pointNear(this.#total, k, this.last));
  }

  /** Own balance at every point. */
  balances(): readonly Amount[] {
    return Array.from({ length: this.last + 1 }, (_, k) => this.balanceAt(k));
  }

  /** Penalty at a point of that balance. */
  penaltyOf(balance: Amount): Amount {
    return BigInt(pointPenalty(this.#total, this.#ppm, Number(balance)));
  }

  /** Index of the point at the right of the piece that holds the balance, which must lie between 0 and the capacity. */
  pieceOf(balance: Amount): number {
    let right = pieceNear(this.#total, Number(balance), this.last);
    while (right > 1 && this.balanceAt(right - 1) >= balance) right -= 1;
    while (right < this.last && this.balanceAt(right) < balance) right += 1;
    return right;
  }
}

/** The penalty at a balance; `undefined` outside the curve's domain. */
export function penaltyAt(curve: ImbalanceCurve, balance: Amount): Fraction | undefined {
  if (balance < 0n || balance > curve.capacity) return undefined;
  const right = curve.pieceOf(balance);
  const [x0, x1] = [curve.balanceAt(right - 1), curve.balanceAt(right)];
  const [y0, y1] = [curve.penaltyOf(x0), curve.penaltyOf(x1)];
  if (x0 === x1) return fraction(y0);
  return plus(fraction(y0), fraction((y1 - y0) * (balance - x0), x1 - x0));
}
