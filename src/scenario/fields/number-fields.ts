import { MAX_AMOUNT, parseAmount } from '../../model/network/amount.ts';
import { scalar } from '../text/scalar.ts';

const DIGITS = /^\d+(_\d+)*$/;

/** An amount in smallest units, 0 to 2^256-1: an integer, digits grouped by `_`, or a string of digits. */
export function amount() {
  return amountFrom(0);
}

/** An amount of at least 1. */
export function positiveAmount() {
  return amountFrom(1);
}

function amountFrom(least: 0 | 1) {
  return scalar({
    expected: `an amount: an integer from ${least} to 2^256-1`,
    read: (value) => {
      const found = parseAmount(value);
      return found === undefined || found < least ? undefined : found;
    },
    hint: amountHint,
    json: { type: ['integer', 'string'], minimum: least, pattern: DIGITS.source, 'x-type': 'amount' },
  });
}

/** An integer from `min` to `max`; digits may be grouped by `_`. */
export function integer({ min, max }: { readonly min: number; readonly max: number }) {
  return scalar({
    expected: `an integer from ${min} to ${max}`,
    read: (value) => {
      const found =
        typeof value === 'string' && DIGITS.test(value) ? Number(value.replaceAll('_', '')) : value;
      return typeof found === 'number' && Number.isInteger(found) && found >= min && found <= max
        ? found
        : undefined;
    },
    json: {
      type: ['integer', 'string'],
      minimum: min,
      maximum: max,
      pattern: DIGITS.source,
      'x-type': 'integer',
    },
  });
}

interface NumberRange {
  readonly min: number;
  readonly max?: number;
  /** True: `min` itself is not allowed. */
  readonly above?: boolean;
}

/** A finite number from `min` (or above it) to `max`. */
export function number({ min, max = Number.MAX_VALUE, above = false }: NumberRange) {
  const from = above ? `above ${min}` : `from ${min}`;
  const bounded = max < Number.MAX_VALUE;
  return scalar({
    expected: bounded ? `a number ${from} to ${max}` : `a number ${above ? from : `of at least ${min}`}`,
    read: (value) =>
      typeof value === 'number' && (above ? value > min : value >= min) && value <= max ? value : undefined,
    json: {
      type: 'number',
      ...(above ? { exclusiveMinimum: min } : { minimum: min }),
      ...(bounded ? { maximum: max } : {}),
      'x-type': 'number',
    },
  });
}

function amountHint(value: unknown): string | undefined {
  if (typeof value === 'bigint' && value > MAX_AMOUNT) return '2^256-1 is the most a token contract can hold';
  if (typeof value === 'string' && value.startsWith('-')) return 'amounts are never negative';
  if (typeof value === 'string' && DIGITS.test(value)) return '2^256-1 is the most a token contract can hold';
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  if (value < 0) return 'amounts are never negative';
  if (typeof value === 'number' && !Number.isInteger(value))
    return "amounts count the token's smallest unit, so they are whole numbers";
  return 'write it with all its digits; _ may group them, as in 1_000_000';
}
