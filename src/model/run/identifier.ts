import { parseAmount } from '../network/amount.ts';

/** The largest payment identifier: they are 64 bits wide (raiden.md 1.5). */
export const MAX_IDENTIFIER = 2n ** 64n - 1n;

/** Reads what `parseAmount` reads as a payment identifier, 1 to 2^64-1; `undefined` when it is none. */
export function parseIdentifier(value: unknown): bigint | undefined {
  const integer = parseAmount(value);
  return integer !== undefined && integer >= 1n && integer <= MAX_IDENTIFIER ? integer : undefined;
}
