// Sixteen times the bits of the largest amount.
const MOST_BITS = 4096;

/** The operators of integers, as Python's: whole division goes down, and what is left has the sign of the divisor. */
export const INTEGER_ARITHMETIC: Readonly<Record<string, (a: bigint, b: bigint) => unknown>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '//': (a, b) => (a - modulo(a, b)) / b,
  '%': modulo,
  '**': power,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};

function power(a: bigint, b: bigint): unknown {
  if (b < 0n) return Number(a) ** Number(b);
  // The power of a number with so many bits has at least so many.
  const bits = BigInt(a.toString(2).replace('-', '').length - 1) * b;
  return bits > MOST_BITS ? refuseLarge() : a ** b;
}

/** The same result; throws for an integer that is too large to go on with. */
export function bounded<Result>(result: Result): Result {
  if (typeof result !== 'bigint') return result;
  return BigInt.asIntN(MOST_BITS, result) === result ? result : refuseLarge();
}

/** The integer that digits mean; throws for one that is too large to go on with. */
export function integerOf(digits: string): bigint {
  // Each digit has more than one bit, and reading many of them takes long.
  return digits.length > MOST_BITS ? refuseLarge() : bounded(BigInt(digits));
}

function refuseLarge(): never {
  throw new Error(`an integer of more than ${MOST_BITS} bits`);
}

function modulo(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new Error('division by zero');
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}
