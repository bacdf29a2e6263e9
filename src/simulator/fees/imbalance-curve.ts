import type { Amount } from '../../model/network/amount.ts';
import { type Fraction, fraction, nearest, plus } from '../../statistics/fraction.ts';
import { power } from '../../statistics/power.ts';

/**
 * Piecewise linear penalty by own balance, through 21 points of a U (raiden.md 2.6), exact between them. A point is
 * computed when it is asked for: a payment touches one or two pieces of a curve.
 */
export class ImbalanceCurve {
  readonly capacity: Amount;
  /** Index of the last point, which lies at the capacity. */
  readonly last: number;
  readonly #total: number;
  readonly #step: number;
  readonly #exponent: number;
  readonly #factor: number;
  readonly #unit: number;

  /** `capacity` and `imbalancePpm` must be more than 0. */
  constructor(capacity: Amount, imbalancePpm: number) {
    this.capacity = capacity;
    this.last = capacity < BigInt(PIECES) ? Number(capacity) : PIECES;
    this.#total = Number(capacity);
    this.#step = nearest(fraction(capacity, BigInt(this.last)));
    // In the order of the Python node, so that every rounding is the same.
    const highest = Number(capacity * BigInt(imbalancePpm)) / MILLION;
    const middle = this.#total / 2;
    this.#exponent = Math.min((0.1 * middle) / highest, STEEPEST_EXPONENT);
    // Where that power is beyond doubles the Python node has no curve at all; here it is one of shares.
    this.#unit = this.#exponent * Math.log(middle) < LARGEST_LOGARITHM ? 1 : middle;
    this.#factor = highest / power(middle / this.#unit, this.#exponent);
  }

  /** Own balance at point k. */
  balanceAt(k: number): Amount {
    return k === this.last ? this.capacity : BigInt(roundHalfEven(k * this.#step));
  }

  /** Own balance at every point. */
  balances(): readonly Amount[] {
    return Array.from({ length: this.last + 1 }, (_, k) => this.balanceAt(k));
  }

  /** Penalty at a point of that balance. */
  penaltyOf(balance: Amount): Amount {
    const distance = Math.abs(Number(balance) - this.#total / 2);
    if (distance === 0) return 0n;
    return BigInt(roundHalfEven(this.#factor * power(distance / this.#unit, this.#exponent)));
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

/** Pieces of a penalty curve, by raiden.md 2.6 (calculate_imbalance_fees), of a channel of at least as many units. */
export const PIECES = 20;

const STEEPEST_EXPONENT = 10;
// e^690 is a double, with room for the steps of its computation.
const LARGEST_LOGARITHM = 690;
const MILLION = 1e6;

/** Own balance at point k of the curve of a channel that holds `total`. */
export function pointNear(total: number, k: number, pieces = PIECES): number {
  return k === pieces ? total : roundHalfEven((k * total) / pieces);
}

/** Penalty at a point of that balance: whole units. */
export function pointPenalty(total: number, imbalancePpm: number, balance: number): number {
  const highest = (total * imbalancePpm) / MILLION;
  const middle = total / 2;
  const exponent = Math.min(STEEPEST_EXPONENT, (0.1 * middle) / highest);
  return roundHalfEven(highest * powerNear(Math.abs(balance - middle) / middle, exponent));
}

/** By how much a penalty changes at most for a unit of the balance, but for the rounding of its points. */
export function steepestRise(imbalancePpm: number): number {
  const highest = imbalancePpm / MILLION;
  return 2 * highest * Math.min(STEEPEST_EXPONENT, 0.05 / highest);
}

/** Index of the point at the right of the piece that holds the balance; at its ends perhaps that of the neighbour. */
export function pieceNear(total: number, balance: number, pieces = PIECES): number {
  return Math.min(pieces, Math.max(1, Math.ceil((balance / total) * pieces)));
}

/** Penalty at a balance, between the points of its piece. */
export function penaltyNear(total: number, imbalancePpm: number, balance: number): number {
  const right = pieceNear(total, balance);
  const x0 = pointNear(total, right - 1);
  const y0 = pointPenalty(total, imbalancePpm, x0);
  const x1 = pointNear(total, right);
  return y0 + ((pointPenalty(total, imbalancePpm, x1) - y0) * (balance - x0)) / (x1 - x0);
}

/** By how much a penalty rises from one balance to another; both mostly lie on one piece. */
export function riseNear(total: number, imbalancePpm: number, from: number, to: number): number {
  const right = pieceNear(total, from);
  const x0 = pointNear(total, right - 1);
  const x1 = pointNear(total, right);
  if (to < x0 || to > x1)
    return penaltyNear(total, imbalancePpm, to) - penaltyNear(total, imbalancePpm, from);
  const rise = pointPenalty(total, imbalancePpm, x1) - pointPenalty(total, imbalancePpm, x0);
  return (rise * (to - from)) / (x1 - x0);
}

// Not `**`: its last bit differs between engines.
function powerNear(base: number, exponent: number): number {
  if (base === 0) return 0;
  if (!Number.isInteger(exponent)) return Math.exp(exponent * Math.log(base));
  let result = 1;
  for (let n = 0; n < exponent; n += 1) result *= base;
  return result;
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5 || (rest === 0.5 && floor % 2 === 0)) return floor;
  return floor + 1;
}
