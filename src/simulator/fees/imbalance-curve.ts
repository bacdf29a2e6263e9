import type { Amount } from '../../model/network/amount.ts';
import { type Fraction, fraction, plus } from '../../statistics/fraction.ts';

// Both numbers: raiden.md 2.6 (calculate_imbalance_fees).
const POINTS = 21;
const STEEPEST_EXPONENT = 10;
const MILLION = 1e6;

/**
 * Piecewise linear penalty by own balance, through 21 points of a U (raiden.md 2.6). A point is computed when it is
 * asked for: a payment touches one or two pieces of a curve.
 */
export class ImbalanceCurve {
  readonly capacity: Amount;
  /** Index of the last point, which lies at the capacity. */
  readonly last: number;
  readonly #total: number;
  readonly #highest: number;
  readonly #exponent: number;

  /** `capacity` and `imbalancePpm` must be more than 0. */
  constructor(capacity: Amount, imbalancePpm: number) {
    this.capacity = capacity;
    this.last = capacity < BigInt(POINTS - 1) ? Number(capacity) : POINTS - 1;
    this.#total = Number(capacity);
    this.#highest = (this.#total * imbalancePpm) / MILLION;
    this.#exponent = Math.min(STEEPEST_EXPONENT, (0.1 * (this.#total / 2)) / this.#highest);
  }

  /** Own balance at point k. */
  balanceAt(k: number): Amount {
    return k === this.last ? this.capacity : BigInt(roundHalfEvenDouble((k * this.#total) / this.last));
  }

  /** Own balance at every point. */
  balances(): readonly Amount[] {
    return Array.from({ length: this.last + 1 }, (_, k) => this.balanceAt(k));
  }

  /** Penalty at a point of that balance. */
  penaltyOf(balance: Amount): Amount {
    const middle = this.#total / 2;
    return BigInt(
      roundHalfEvenDouble(this.#highest * power(Math.abs(Number(balance) - middle) / middle, this.#exponent)),
    );
  }

  /** Index of the point at the right of the piece that holds the balance, which must lie between 0 and the capacity. */
  pieceOf(balance: Amount): number {
    let right = Math.min(this.last, Math.max(1, Math.ceil((Number(balance) / this.#total) * this.last)));
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

// Not `**`: its last bit differs between engines.
function power(base: number, exponent: number): number {
  if (base === 0) return 0;
  if (!Number.isInteger(exponent)) return Math.exp(exponent * Math.log(base));
  let result = 1;
  for (let n = 0; n < exponent; n += 1) result *= base;
  return result;
}

function roundHalfEvenDouble(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5 || (rest === 0.5 && floor % 2 === 0)) return floor;
  return floor + 1;
}
