import type { ChargedMediation } from '../../src/simulator/fees/mediation-fee.ts';

/** An exact rational number; the denominator is positive. */
type Exact = readonly [numerator: bigint, denominator: bigint];

/** A straight line in pieces: through (balances[k], penalties[k]), ascending balances. */
interface Curve {
  readonly balances: readonly bigint[];
  readonly penalties: readonly bigint[];
}

const MILLION = 1_000_000n;

/**
 * True where `answer` is the amount that the protocol's rules give for the other one of a mediation (raiden.md 2.6):
 * the fee at every point of both curves says between which two of them the amount lies, and the fee half a unit below
 * and above it that it is rounded as it must be. `undefined`: no amount.
 */
export function isByTheBook(
  answer: bigint | undefined,
  asked: { readonly mediation: ChargedMediation; readonly given: bigint; readonly unknown: 'in' | 'out' },
): boolean {
  const { mediation, given, unknown } = asked;
  const { balanceIn, balanceOut, receivable } = mediation;
  if (balanceOut <= 0n || receivable <= 0n) return answer === undefined;
  const limit = unknown === 'in' && receivable < balanceOut ? receivable : balanceOut;
  const [curveIn, curveOut] = curvesOf(mediation);
  const { scheduleIn, scheduleOut, capped = true } = mediation;
  const before = [penaltyAt(curveIn, [balanceIn, 1n]), penaltyAt(curveOut, [balanceOut, 1n])];
  // Amounts in halves of a unit, so that what is rounded can be looked at.
  const gapAt = (half: bigint): bigint | undefined => {
    const [inTwo, outTwo] = unknown === 'in' ? [half, 2n * given] : [2n * given, half];
    const after = [
      penaltyAt(curveIn, [2n * balanceIn + inTwo, 2n]),
      penaltyAt(curveOut, [2n * balanceOut - outTwo, 2n]),
    ];
    if (!isKnown(before) || !isKnown(after)) return undefined;
    const shares = BigInt(scheduleIn.proportionalPpm) * inTwo + BigInt(scheduleOut.proportionalPpm) * outTwo;
    const flat: Exact = [scheduleIn.flat + scheduleOut.flat, 1n];
    const fee = [flat, [shares, 2n * MILLION] as const, ...after, ...before.map(negative)].reduce(plus);
    return plus(capped && fee[0] < 0n ? [0n, 1n] : fee, [outTwo - inTwo, 2n])[0];
  };
  const first = gapAt(0n);
  if (first === undefined || gapAt(2n * limit) === undefined) return answer === undefined;
  const bends = [
    ...curveIn.balances.map((balance) => balance - balanceIn),
    ...curveOut.balances.map((balance) => balanceOut - balance),
  ];
  // Where a negative fee counts as 0, the line also bends where both amounts are the same.
  const points = [...new Set([0n, given, limit, ...bends])].filter((x) => x >= 0n && x <= limit);
  points.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const isMet = (gap: bigint): boolean => gap === 0n || gap < 0n !== first < 0n;
  const at = points.findIndex((x) => isMet(gapAt(2n * x) as bigint));
  if (at <= 0) return answer === undefined;
  const [left, right] = [2n * (points[at - 1] as bigint), 2n * (points[at] as bigint)];
  const sideOf = (half: bigint): 'before' | 'on' | 'after' => {
    if (half <= left) return 'before';
    if (half >= right) return 'after';
    const gap = gapAt(half) as bigint;
    return gap === 0n ? 'on' : isMet(gap) ? 'after' : 'before';
  };
  const amount = answer ?? 0n;
  // Half a unit that belongs to two amounts goes to the even one.
  const mayBeOn = amount % 2n === 0n ? 'on' : undefined;
  const [below, above] = [sideOf(2n * amount - 1n), sideOf(2n * amount + 1n)];
  return answer !== 0n && ['before', mayBeOn].includes(below) && ['after', mayBeOn].includes(above);
}

// Without any penalty no balance is off the curves; otherwise a missing curve ends where the channel does.
function curvesOf(mediation: ChargedMediation): readonly [Curve, Curve] {
  const { scheduleIn, scheduleOut, balanceIn, balanceOut, receivable, capacityIn, capacityOut } = mediation;
  if (scheduleIn.imbalancePpm === 0 && scheduleOut.imbalancePpm === 0) {
    const endless = { balances: [-(2n ** 300n), 2n ** 300n], penalties: [0n, 0n] };
    return [endless, endless];
  }
  return [
    curveOf(capacityIn, scheduleIn.imbalancePpm) ?? flatCurve(balanceIn + receivable),
    curveOf(capacityOut, scheduleOut.imbalancePpm) ?? flatCurve(balanceOut),
  ];
}

function flatCurve(top: bigint): Curve {
  return { balances: [0n, top], penalties: [0n, 0n] };
}

// The 21 points of a U as the Python node computes them, in doubles.
function curveOf(capacity: bigint, imbalancePpm: number): Curve | undefined {
  if (imbalancePpm === 0 || capacity === 0n) return undefined;
  const highest = Number(capacity * BigInt(imbalancePpm)) / 1e6;
  const middle = Number(capacity) / 2;
  const exponent = Math.min(10, (0.1 * middle) / highest);
  const pieces = capacity < 20n ? Number(capacity) : 20;
  const step = double(capacity, BigInt(pieces));
  const balances = Array.from({ length: pieces + 1 }, (_, k) =>
    k === pieces ? capacity : halfEven(k * step),
  );
  // Beyond doubles the node has no curve: as if the middle were the unit.
  const unit = exponent * Math.log(middle) < 690 ? 1 : middle;
  const factor = highest / power(middle / unit, exponent);
  const penalties = balances.map((balance) =>
    halfEven(factor * power(Math.abs(Number(balance) - middle) / unit, exponent)),
  );
  return { balances, penalties };
}

const BITS = 160n;
const ONE = 1n << BITS;

// To the nearest double: by whole numbers in 160 bits.
function power(base: number, exponent: number): number {
  if (base === 0) return 0;
  const twos = Math.floor(Math.log2(base));
  const [x, y] = [inBits(base / 2 ** twos), inBits(exponent)];
  const whole = ((logarithm(x) + BigInt(twos) * LN_2) * y) >> BITS;
  const shift = whole / LN_2;
  const [numerator, denominator] = [exponential(whole - shift * LN_2), ONE];
  return shift < 0n ? double(numerator, denominator << -shift) : double(numerator << shift, denominator);
}

function inBits(value: number): bigint {
  return BigInt(value * 2 ** 60) << (BITS - 60n);
}

// ln x = 2 atanh((x - 1) / (x + 1))
function logarithm(x: bigint): bigint {
  const z = ((x - ONE) << BITS) / (x + ONE);
  const square = (z * z) >> BITS;
  let [sum, term] = [0n, z];
  for (let n = 1n; term !== 0n; n += 2n) {
    sum += term / n;
    term = (term * square) >> BITS;
    if (term === -1n) break;
  }
  return 2n * sum;
}

const LN_2 = logarithm(2n * ONE);

function exponential(x: bigint): bigint {
  let [sum, term] = [ONE, ONE];
  for (let n = 1n; term !== 0n && term !== -1n; n += 1n) {
    term = (term * x) / (n << BITS);
    sum += term;
  }
  return sum;
}

// The nearest double: one of those around the quotient of the doubles.
function double(numerator: bigint, denominator: bigint): number {
  const bits = 80n + BigInt(denominator.toString(2).length);
  const scaled = (numerator << bits) / denominator;
  const length = scaled.toString(2).length;
  const cut = BigInt(length - 54);
  const [kept, rest] = [scaled >> cut, scaled & ((1n << cut) - 1n)];
  const isUp = (kept & 1n) === 1n && (rest !== 0n || (kept & 2n) !== 0n);
  return Number((kept >> 1n) + (isUp ? 1n : 0n)) * 2 ** Number(cut + 1n - bits);
}

function halfEven(value: number): bigint {
  const floor = Math.floor(value);
  const rest = value - floor;
  return BigInt(rest < 0.5 || (rest === 0.5 && floor % 2 === 0) ? floor : floor + 1);
}

function isKnown(penalties: readonly (Exact | undefined)[]): penalties is readonly Exact[] {
  return !penalties.includes(undefined);
}

// Undefined where the balance does not lie on the curve.
function penaltyAt({ balances, penalties }: Curve, [numerator, denominator]: Exact): Exact | undefined {
  const right = balances.findIndex((balance, k) => k > 0 && balance * denominator >= numerator);
  if (right === -1 || numerator < (balances[0] as bigint) * denominator) return undefined;
  const [x0, x1] = [balances[right - 1] as bigint, balances[right] as bigint];
  const [y0, y1] = [penalties[right - 1] as bigint, penalties[right] as bigint];
  if (x0 === x1) return [y0, 1n];
  return [y0 * (x1 - x0) * denominator + (y1 - y0) * (numerator - x0 * denominator), (x1 - x0) * denominator];
}

function plus([one, below]: Exact, [other, beneath]: Exact): Exact {
  return [one * beneath + other * below, below * beneath];
}

function negative([numerator, denominator]: Exact): Exact {
  return [-numerator, denominator];
}
