/** A number of the token's smallest units: an integer from 0 to 2^256-1. Decimal string in JSON. */
export type Amount = bigint;

/** The largest amount a token contract can hold: 2^256-1 (EVM uint256). */
export const MAX_AMOUNT: Amount = 2n ** 256n - 1n;

/** Reads a decimal string, integer or bigint as an amount; `undefined` when it is none or out of range. */
export function parseAmount(value: unknown): Amount | undefined {
  const integer = toInteger(value);
  return integer !== undefined && integer >= 0n && integer <= MAX_AMOUNT ? integer : undefined;
}

function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  // Underscores group digits, as in scenario-player files: 1_000_000.
  if (typeof value === 'string' && /^\d+(_\d+)*$/.test(value)) return BigInt(value.replaceAll('_', ''));
  return undefined;
}
