import { z } from 'zod';
import { MAX_AMOUNT } from '../../model/network/amount.ts';

/** A whole number in an answer: a decimal string; number literals of older nodes are read too. */
export const wireInteger = z.codec(
  z
    .custom<string | number | bigint>((value) => toInteger(value) !== undefined, 'a whole number')
    .meta({ type: 'string', pattern: '^-?\\d+$', example: '1000000' }),
  z.bigint(),
  { decode: (value) => toInteger(value) ?? 0n, encode: (value) => value.toString() },
);

/** An amount in an answer: 0 to 2^256-1, as a decimal string. */
export const wireAmount = z.codec(
  z
    .custom<string | number | bigint>(
      (value) => isAmount(toInteger(value)),
      'a whole number from 0 to 2^256-1',
    )
    .meta({ type: 'string', pattern: '^\\d+$', example: '1000000' }),
  z.bigint(),
  { decode: (value) => toInteger(value) ?? 0n, encode: (value) => value.toString() },
);

/** A small whole number that travels as a decimal string, e.g. the number of channels. */
export const wireCount = z.codec(
  z
    .custom<string | number>((value) => isCount(toInteger(value)), 'a whole number below 2^53')
    .meta({ type: 'string', pattern: '^\\d+$', example: '3' }),
  z.number(),
  { decode: (value) => Number(value), encode: (value) => value.toString() },
);

/** The same as an integer literal, e.g. the blocks a node still has to read. */
export const wireCountLiteral = z.codec(
  z
    .custom<string | number>((value) => isCount(toInteger(value)), 'a whole number below 2^53')
    .meta({ type: 'integer', example: 12 }),
  z.number(),
  { decode: (value) => Number(value), encode: (value) => value },
);

/** An integer literal of any length, as the path-finding service writes fees and capacities. */
export const wireIntegerLiteral = z.codec(
  z
    .custom<string | number | bigint>((value) => toInteger(value) !== undefined, 'a whole number')
    .meta({ type: 'integer', example: 42 }),
  z.bigint(),
  { decode: (value) => toInteger(value) ?? 0n, encode: (value) => value },
);

/** A double; integers too long for one lose their last digits here and nowhere else. */
export const wireDouble = z.codec(
  z
    .custom<number | bigint>((value) => typeof value === 'number' || typeof value === 'bigint', 'a number')
    .meta({ type: 'number', example: 0.5 }),
  z.number(),
  { decode: (value) => Number(value), encode: (value) => value },
);

function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
}

function isAmount(value: bigint | undefined): boolean {
  return value !== undefined && value >= 0n && value <= MAX_AMOUNT;
}

function isCount(value: bigint | undefined): boolean {
  return value !== undefined && value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER);
}
