import type { Amount } from '../../src/model/network/amount.ts';
import { type Fraction, fraction, plus } from '../../src/statistics/fraction.ts';

/** Piecewise linear penalty by own balance: through (balances[k], penalties[k]), ascending balances. */
export interface ImbalanceCurve {
  readonly balances: readonly Amount[];
  readonly penalties: readonly Amount[];
}

// Both numbers: raiden.md 2.6 (calculate_imbalance_fees).
const POINTS = 21;
const STEEPEST_EXPONENT = 10;
const MILLION = 1e6;

/** The curve without any penalty on [0, top]. */
export function flatCurve(top: Amount): ImbalanceCurve {
  return { balances: [0n, top], penalties: [0n, 0n] };
}

/** The penalty curve of a channel of this capacity; `undefined` when there is no penalty. */
export function imbalanceCurve(capacity: Amount, imbalancePpm: number): ImbalanceCurve | undefined {
  if (imbalancePpm === 0 || capacity === 0n) return undefined;
  const total = Number(capacity);
  const highest = (total * imbalancePpm) / MILLION;
  const middle = total / 2;
  const exponent = Math.min(STEEPEST_EXPONENT, (0.1 * middle) / highest);
  const points = capacity < BigInt(POINTS - 1) ? Number(capacity) + 1 : POINTS;
  const balances: Amount[] = [];
  const penalties: Amount[] = [];
  for (let k = 0; k < points; k += 1) {
    const balance = k === points - 1 ? capacity : BigInt(roundHalfEvenDouble((k * total) / (points - 1)));
    balances.push(balance);
    penalties.push(
      BigInt(roundHalfEvenDouble(highest * power(Math.abs(Number(balance) - middle) / middle, exponent))),
    );
  }
  return { balances, penalties };
}

/** The penalty at a balance; `undefined` outside the curve's domain. */
export function penaltyAt({ balances, penalties }: ImbalanceCurve, balance: Amount): Fraction | undefined {
  const last = balances.length - 1;
  if (balance < 0n || balance > (balances[last] as Amount)) return undefined;
  let right = 1;
  while (right < last && (balances[right] as Amount) < balance) right += 1;
  const [x0, x1] = [balances[right - 1] as Amount, balances[right] as Amount];
  const [y0, y1] = [penalties[right - 1] as Amount, penalties[right] as Amount];
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
