import { parse, stringify } from 'lossless-json';

// A number literal this long may lie beyond 2^53, where JSON.parse rounds.
const LONG_INTEGER = /(?:^|[^"\w.])-?\d{16}/;

/**
 * Reads JSON without losing a digit: integers that a double cannot hold come back as bigint, all other
 * numbers as number. The last of equal keys wins, as in Python and JSON.parse. Throws SyntaxError.
 */
export function readJson(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  return parse(text, null, { parseNumber: readNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Writes JSON in which every bigint is an integer literal with all its digits. */
export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null';
}

function readNumber(literal: string): number | bigint {
  const number = Number(literal);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(literal) ? number : BigInt(literal);
}
