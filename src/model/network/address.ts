import { keccak_256, keccakP } from '@noble/hashes/sha3.js';

/** 20 bytes as 0x-prefixed hex with an EIP-55 checksum. */
export type Address = `0x${string}`;

/** Why a text is no address; the words are those of the Raiden API (raiden.md 1.2). */
export type AddressFault = 'no-hex' | 'no-prefix' | 'bad-checksum' | 'wrong-length';

const ADDRESS_BYTES = 20;

/** The last 20 bytes of the Keccak-256 of `text`, as an address: same text, same address, on every machine. */
export function addressFrom(text: string): Address {
  return toChecksumAddress(Buffer.from(keccak(Buffer.from(text)).subarray(-ADDRESS_BYTES)).toString('hex'));
}

/** The Keccak-256 of `text` as 0x-prefixed hex, e.g. the hash of a transaction. */
export function hashFrom(text: string): string {
  return `0x${Buffer.from(keccak(Buffer.from(text))).toString('hex')}`;
}

/** Spells 40 hex digits (with or without 0x) with the EIP-55 checksum. */
export function toChecksumAddress(hex: string): Address {
  const digits = hex.replace(/^0x/i, '').toLowerCase();
  const hash = Buffer.from(keccak(Buffer.from(digits))).toString('hex');
  let spelled = '';
  // EIP-55: a letter is a capital where the digit at its place in the hash of all digits is 8 or more.
  for (let at = 0; at < digits.length; at += 1)
    spelled += (hash[at] ?? '0') >= '8' ? (digits[at] as string).toUpperCase() : digits[at];
  return `0x${spelled}`;
}

// The most bytes that one permutation takes in.
const RATE_BYTES = 136;
const HASH_BYTES = 32;
// One state for all short texts, because preparing one takes as long as the hash. Every system that Node runs on has the
// lowest byte of a word first.
const WORDS = new Uint32Array(50);
const BYTES = new Uint8Array(WORDS.buffer);

// The Keccak-256, good until the next one.
function keccak(text: Uint8Array): Uint8Array {
  if (text.length >= RATE_BYTES) return keccak_256(text);
  WORDS.fill(0);
  BYTES.set(text);
  // Padding: one bit right after the text, one at the end.
  BYTES[text.length] = 1;
  BYTES[RATE_BYTES - 1] = (BYTES[RATE_BYTES - 1] as number) | 0x80;
  keccakP(WORDS);
  return BYTES.subarray(0, HASH_BYTES);
}

// A hash each is what reading an answer would cost most: the same few hundred addresses stand in all of them.
const WELL_SPELLED = new Set<string>();
const MOST_REMEMBERED = 100_000;

function isWellSpelled(text: string): boolean {
  if (WELL_SPELLED.has(text)) return true;
  if (toChecksumAddress(text) !== text) return false;
  if (WELL_SPELLED.size === MOST_REMEMBERED) WELL_SPELLED.clear();
  WELL_SPELLED.add(text);
  return true;
}

/** The fault of `text` as an address, or `undefined` when it is a correctly checksummed one. */
export function addressFault(text: string): AddressFault | undefined {
  if (!text.startsWith('0x')) return 'no-prefix';
  if (!/^0x[0-9a-fA-F]*$/.test(text)) return 'no-hex';
  if (text.length !== 42) return 'wrong-length';
  return isWellSpelled(text) ? undefined : 'bad-checksum';
}

/** True for a 0x-prefixed 20-byte hex text with a correct EIP-55 checksum. */
export function isAddress(text: string): text is Address {
  return addressFault(text) === undefined;
}
