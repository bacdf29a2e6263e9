/** An exact rational number; `denominator` is positive, nothing is reduced. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The fraction numerator / denominator, either sign; the denominator must not be 0. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator };
}

export function plus(one: Fraction, other: Fraction): Fraction {
  if (one.denominator === other.denominator)
    return { numerator: one.numerator + other.numerator, denominator: one.denominator };
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

export function minus(one: Fraction, other: Fraction): Fraction {
  return plus(one, { numerator: -other.numerator, denominator: other.denominator });
}

export function times(one: Fraction, other: Fraction): Fraction {
  return { numerator: one.numerator * other.numerator, denominator: one.denominator * other.denominator };
}

export function dividedBy(one: Fraction, other: Fraction): Fraction {
  return fraction(one.numerator * other.denominator, one.denominator * other.numerator);
}

/** -1, 0 or 1. */
export function signOf({ numerator }: Fraction): number {
  return numerator < 0n ? -1 : numerator > 0n ? 1 : 0;
}

/** The nearest integer; halves go to the even neighbour, as Python's round() does. */
export function roundHalfEven({ numerator, denominator }: Fraction): bigint {
  let floor = numerator / denominator;
  // Cheaper than a second division.
  let rest = numerator - floor * denominator;
  if (rest < 0n) {
    floor -= 1n;
    rest += denominator;
  }
  const twice = 2n * rest;
  if (twice < denominator || (twice === denominator && floor % 2n === 0n)) return floor;
  return floor + 1n;
}

/** Negative, 0 or positive, as the first is less than, equal to or more than the second. */
export function compare(one: Fraction, other: Fraction): number {
  return signOf(minus(one, other));
}

export function larger(one: Fraction, other: Fraction): Fraction {
  return compare(one, other) < 0 ? other : one;
}

export function smaller(one: Fraction, other: Fraction): Fraction {
  return compare(one, other) > 0 ? other : one;
}

// More digits than a double holds, and one that says whether anything is left.
const DIGITS = 64;

/** The nearest double of a fraction that is not negative, as Python divides whole numbers. */
export function nearest({ numerator, denominator }: Fraction): number {
  const more = Math.max(0, DIGITS + lengthOf(denominator) - lengthOf(numerator));
  const shifted = numerator << BigInt(more);
  const quotient = shifted / denominator;
  const isExact = quotient * denominator === shifted;
  return Number(isExact ? quotient : quotient | 1n) / 2 ** more;
}

function lengthOf(value: bigint): number {
  return value.toString(2).length;
}
