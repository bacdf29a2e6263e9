import { z } from 'zod';
import { MAX_AMOUNT } from '../../model/network/amount.ts';
import { type Address, isAddress } from '../../model/network/address.ts';

interface Range {
  readonly says: string;
  readonly holds: (value: bigint) => boolean;
}

const WHOLE: Range = { says: 'a whole number', holds: () => true };
const AMOUNT: Range = {
  says: 'a whole number from 0 to 2^256-1',
  holds: (value) => value >= 0n && value <= MAX_AMOUNT,
};
const COUNT: Range = {
  says: 'a whole number below 2^53',
  holds: (value) => value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER),
};

/** A whole number in an answer: a decimal string; number literals of older nodes are read too. */
export const wireInteger = integer(WHOLE, { type: 'string', pattern: '^-?\\d+$', example: '1000000' });

/** An amount in an answer: 0 to 2^256-1, as a decimal string. */
export const wireAmount = integer(AMOUNT, { type: 'string', pattern: '^\\d+$', example: '1000000' });

/** An integer literal of any length, as the path-finding service writes fees and capacities. */
export const wireIntegerLiteral = integer(WHOLE, { type: 'integer', example: 42 });

/** A small whole number that travels as a decimal string, e.g. the number of channels. */
export const wireCount = count({ type: 'string', pattern: '^\\d+$', example: '3' });

/** The same as an integer literal, e.g. the blocks a node still has to read. */
export const wireCountLiteral = count({ type: 'integer', example: 12 });

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

interface Written {
  readonly type: 'string' | 'integer';
  readonly pattern?: string;
  readonly example: string | number;
}

function integer(range: Range, written: Written) {
  return z.codec(onWire(range, written), z.bigint(), {
    decode: (value) => toInteger(value) ?? 0n,
    encode: (value) => (written.type === 'string' ? value.toString() : value),
  });
}

function count(written: Written) {
  return z.codec(onWire(COUNT, written), z.number(), {
    decode: (value) => Number(value),
    encode: (value) => (written.type === 'string' ? value.toString() : value),
  });
}

function onWire({ says, holds }: Range, written: Written) {
  const isRead = (value: unknown): boolean => {
    const read = toInteger(value);
    return read !== undefined && holds(read);
  };
  return z.custom<string | number | bigint>(isRead, says).meta({ ...written });
}

/** An address in an answer: 0x, 40 hex digits, EIP-55 checksum. */
export const wireAddress = z
  .custom<Address>((value) => typeof value === 'string' && isAddress(value), 'an EIP-55 address')
  .meta({
    type: 'string',
    pattern: '^0x[0-9a-fA-F]{40}$',
    example: '0x42D449aaf65BdeE5068894233d9F02776BE98EcE',
  });

/** A list of addresses, e.g. the registered tokens. */
export const wireAddresses = z.array(wireAddress).readonly();
