/**
 * `base ** exponent` for a positive base, rounded to the nearest double as C libraries do; `**` differs in its last
 * bits, and between engines.
 */
export function power(base: number, exponent: number): number {
  if (Number.isInteger(exponent) && exponent > 0 && exponent <= MOST_FACTORS)
    return wholePower(base, exponent);
  // Newton's step doubles the digits of the engine's logarithm, and takes its error with it.
  const near = Math.log(base);
  const rest = times(exponential(-near, 0), low, base, 0);
  const logarithm = plus(near, 0, rest - 1, low);
  return exponential(times(logarithm, low, exponent, 0), low);
}

// Beyond it the logarithm is as quick.
const MOST_FACTORS = 32;

function wholePower(base: number, exponent: number): number {
  let result = base;
  low = 0;
  for (let n = 1; n < exponent; n += 1) result = times(result, low, base, 0);
  return result;
}

// Numbers of twice the digits of a double are the sum of two, the second less than half a last bit of the first: each
// operation returns the first and leaves the second here.
let low = 0;

// The rest of ln 2 that a double leaves.
const LN_2_LOW = 2.319_046_813_846_299_6e-17;
// e^x from e^(x / 2^9) - 1, where 10 terms of the series leave less than 2^-106.
const DOUBLINGS = 9;
const TERMS = 10;

function exponential(of: number, ofLow: number): number {
  const twos = Math.round(of / Math.LN2);
  const shift = times(Math.LN2, LN_2_LOW, -twos, 0);
  const rest = plus(of, ofLow, shift, low) / 2 ** DOUBLINGS;
  const restLow = low / 2 ** DOUBLINGS;
  let less = 0;
  low = 0;
  for (let n = TERMS; n > 0; n -= 1) {
    less = plus(1, 0, less, low);
    less = times(rest, restLow, less, low);
    less = divided(less, low, n);
  }
  for (let n = 0; n < DOUBLINGS; n += 1) {
    const lessLow = low;
    const square = times(less, lessLow, less, lessLow);
    less = plus(2 * less, 2 * lessLow, square, low);
  }
  const value = plus(1, 0, less, low);
  low = scaled(low, twos);
  return scaled(value, twos);
}

// In two steps, since a power of two by itself may be no double.
function scaled(value: number, twos: number): number {
  const half = Math.trunc(twos / 2);
  return value * 2 ** half * 2 ** (twos - half);
}

function plus(a: number, aLow: number, b: number, bLow: number): number {
  const high = a + b;
  const part = high - a;
  return normal(high, a - (high - part) + (b - part) + aLow + bLow);
}

function times(a: number, aLow: number, b: number, bLow: number): number {
  const high = a * b;
  return normal(high, lostBy(high, a, b) + a * bLow + aLow * b);
}

function divided(a: number, aLow: number, by: number): number {
  const high = a / by;
  const back = high * by;
  return normal(high, (a - back - lostBy(back, high, by) + aLow) / by);
}

function normal(high: number, rest: number): number {
  const total = high + rest;
  low = rest - (total - high);
  return total;
}

const SPLITTER = 2 ** 27 + 1;

// The part of a product that is lost where it is rounded to `high`.
function lostBy(high: number, a: number, b: number): number {
  const a1 = SPLITTER * a - (SPLITTER * a - a);
  const b1 = SPLITTER * b - (SPLITTER * b - b);
  const [a2, b2] = [a - a1, b - b1];
  return a1 * b1 - high + a1 * b2 + a2 * b1 + a2 * b2;
}
