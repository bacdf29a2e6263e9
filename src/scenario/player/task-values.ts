import { z } from 'zod';
import { CHANNEL_STATES } from '../../model/network/network.ts';
import { LONGEST_MS } from '../../model/scenario/scenario.ts';
import { isName } from '../fields/values.ts';
import { scalar } from '../text/schema.ts';

// Far beyond any file of the team's: what is larger is a slip.
const MOST_NODES = 10_000;

const ADDRESS_LENGTH = 42;

/** A node by its index, or by an address that is none of the file's nodes. */
export type NodeReference = number | string;

/** An integer of any size and sign; Python lets digits be grouped, in texts too. */
export function integer() {
  return scalar({ expected: 'an integer', read: integerIn });
}

function integerIn(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string' || !/^\s*[-+]?\d+(_\d+)*\s*$/.test(value)) return undefined;
  return BigInt(value.replaceAll('_', '').trim().replace(/^\+/, ''));
}

/** A small integer that is not negative. */
export function count(most: number) {
  return scalar({
    expected: `an integer from 0 to ${most}`,
    read: (value) => {
      const read = integerIn(value);
      return read !== undefined && read >= 0n && read <= BigInt(most) ? Number(read) : undefined;
    },
  });
}

/** A number of any size. */
export function number() {
  return scalar({
    expected: 'a number',
    read: (value) => (Number.isFinite(Number(value)) ? Number(value) : undefined),
  });
}

/** Seconds, read as a number. */
export function seconds() {
  return scalar({
    expected: `a number of seconds from 0 to ${LONGEST_MS / 1000}`,
    read: (value) => {
      const read = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
      return value !== '' && read >= 0 && read <= LONGEST_MS / 1000 ? read : undefined;
    },
  });
}

/** A node of the file, by its index. */
export function index() {
  return count(MOST_NODES - 1);
}

/** A node by its index or its address. */
export function node() {
  return scalar<NodeReference>({
    expected: `the index of a node, or an address of ${ADDRESS_LENGTH} characters`,
    read: (value) => {
      // The original takes any text of that length; a node may refuse it.
      if (typeof value === 'string' && (value.length === ADDRESS_LENGTH || value.startsWith('0x')))
        return value.length === ADDRESS_LENGTH && isName(value) ? value : undefined;
      const read = integerIn(value);
      return read !== undefined && read >= 0n && read < MOST_NODES ? Number(read) : undefined;
    },
    hint: (value) =>
      typeof value === 'bigint' ? 'put an address in quotes: without, it is a number' : undefined,
  });
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** The state of a channel. */
export function state() {
  return z.enum(CHANNEL_STATES);
}

/** A text; numbers are taken as text. */
export function text() {
  return scalar({
    expected: 'a text',
    read: (value) => (isScalar(value) ? String(value) : undefined),
  });
}

// YAML 1.1, which the original reads, has more words for them.
/** True or false. */
export function flag() {
  return scalar({
    expected: 'true or false',
    read: (value) => {
      if (typeof value === 'boolean') return value;
      if (/^(yes|on|true)$/i.test(String(value))) return true;
      return /^(no|off|false)$/i.test(String(value)) ? false : undefined;
    },
  });
}
