import { z } from 'zod';
import { type Address, addressFault } from '../../model/network/address.ts';

// The texts below are those of the Python node (marshmallow 3 and its own fields, raiden.md 1.2):
// clients match on them, and a replay against a real node must see the same.
/** The error message for a field that is absent. */
export const MISSING = 'Missing data for required field.';
/** The error message for an address that is no text, which the Python node does not expect (python-node.md 3). */
export const NO_TEXT = 'Not a valid string: an address is a 0x-prefixed text.';
const NULL = 'Field may not be null.';
const NO_INTEGER = 'Not a valid integer.';
const NULL_ADDRESS = '0x0000000000000000000000000000000000000000';

// Python refuses to read integers of more digits than this (sys.int_info.default_max_str_digits).
const MAX_DIGITS = 4300;

type Issues = { readonly issues: unknown[] };

type Decode = (value: unknown, context: Issues) => bigint;

/** An integer a request must carry, as a decimal string or a number. */
export const requiredInteger = integerText(required(readInteger));

/** The same within a range. */
export function integerBetween(least: bigint, most: bigint) {
  return integerText(
    required((value, context) => {
      const read = readInteger(value, context);
      return context.issues.length > 0 || (read >= least && read <= most)
        ? read
        : refuse(context, `Must be greater than or equal to ${least} and less than or equal to ${most}.`);
    }),
  );
}

/** The same where the receiver wants an integer literal, as path-finding services do. */
export const requiredIntegerLiteral = integerLiteral(required(readInteger));

/** An integer literal that a request may carry; null counts as absent. */
export const optionalIntegerLiteral = integerLiteral(readInteger).nullish();

/** An integer a request may carry; null counts as absent. */
export const optionalInteger = integerText(readInteger).nullish();

/** An integer of any size that a request must carry, as a decimal string or a number; nothing is cut off. */
export const wholeInteger = integerText(required(readWhole));

function integerText(decode: Decode) {
  const written = z.unknown().meta({ type: ['string', 'integer'], example: '1000000' });
  return z.codec(written, z.bigint(), { decode, encode: (value) => value.toString() });
}

function integerLiteral(decode: Decode) {
  const written = z.unknown().meta({ type: 'integer', example: 1000 });
  return z.codec(written, z.bigint(), { decode, encode: (value) => value });
}

/** The messages of a field that zod's own types read; `otherwise`: for one of another type. */
export function worded(otherwise: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined ? MISSING : input === null ? NULL : otherwise,
  };
}

/** An address in a request body. */
export const bodyAddress = z.codec(
  z.unknown().meta({ type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }),
  z.custom<Address>(),
  { decode: required(readAddress), encode: (value) => value },
);

/** 32 bytes as 0x-prefixed hex; `tooShort` is what the node says to another length. */
export function bytes32({ tooShort }: { readonly tooShort: string }) {
  const hex = z.unknown().meta({ type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' });
  return z
    .codec(hex, z.string(), {
      decode: (value, context) => {
        if (typeof value !== 'string' || !/^0x/i.test(value))
          return refuse(context, 'Not a valid hex encoded value, must be 0x prefixed.');
        if (!/^0x[0-9a-f]*$/i.test(value))
          return refuse(context, 'Not a valid hex formated string, contains invalid characters.');
        return value.length === 66 ? value : refuse(context, tooShort);
      },
      encode: (value) => value,
    })
    .nullish();
}

/** One of several words a request may carry. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z
    .codec(z.unknown().meta({ type: 'string', enum: [...words] }), z.custom<Word>(), {
      decode: (value, context) => {
        if (typeof value !== 'string') return refuse(context, 'Not a valid string.');
        return (
          words.find((word) => word === value) ?? refuse(context, `Must be one of: ${words.join(', ')}.`)
        );
      },
      encode: (value) => value,
    })
    .nullish();
}

/** Leaves out what a request does not carry: null and undefined alike. */
export function present<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], null | undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as { [Key in keyof Fields]?: Exclude<Fields[Key], null | undefined> };
}

// As Python's int(): numbers are truncated, texts may have spaces around and underscores between digits.
function readInteger(value: unknown, context: Issues): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return BigInt(Math.trunc(value));
  if (typeof value !== 'string' || value.length > MAX_DIGITS) return refuse(context, NO_INTEGER);
  const text = value.trim();
  if (!/^[+-]?\d+(_\d+)*$/.test(text)) return refuse(context, NO_INTEGER);
  return BigInt(text.replaceAll('_', '').replace('+', ''));
}

function readWhole(value: unknown, context: Issues): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isInteger(value)) return BigInt(value as number);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : refuse(context, NO_INTEGER);
}

function readAddress(value: unknown, context: Issues): Address {
  if (typeof value !== 'string') return refuse(context, NO_TEXT);
  const fault = addressFault(value);
  if (fault === 'no-prefix') return refuse(context, 'Not a valid hex encoded address, must be 0x prefixed.');
  if (fault !== undefined) return refuse(context, 'Not a valid EIP55 encoded address');
  if (value === NULL_ADDRESS) return refuse(context, `The ${NULL_ADDRESS} address is not accepted`);
  return value as Address;
}

function required<Value>(read: (value: unknown, context: Issues) => Value) {
  return (value: unknown, context: Issues): Value => {
    if (value === undefined) return refuse(context, MISSING);
    return value === null ? refuse(context, NULL) : read(value, context);
  };
}

function refuse(context: Issues, message: string): never {
  context.issues.push({ code: 'custom', message, input: undefined });
  return z.NEVER;
}
