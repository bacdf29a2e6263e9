import { keccak_256 } from '@noble/hashes/sha3.js';
import { createKeccak } from 'hash-wasm';

/** 20 bytes as 0x-prefixed hex with an EIP-55 checksum. */
export type Address = `0x${string}`;

/** Why a text is no address; the words are those of the Raiden API (raiden.md 1.2). */
export type AddressFault = 'no-hex' | 'no-prefix' | 'bad-checksum' | 'wrong-length';

const ADDRESS_BYTES = 20;

/** The last 20 bytes of the Keccak-256 of `text`, as an address: same text, same address, on every machine. */
export function addressFrom(text: string): Address {
  return withChecksum(hexOf(keccak(Buffer.from(text)).subarray(-ADDRESS_BYTES)));
}

/** The Keccak-256 of `text` as 0x-prefixed hex, e.g. the hash of a transaction. */
export function hashFrom(text: string): string {
  return hashOf(Buffer.from(text));
}

/** The Keccak-256 of bytes as 0x-prefixed hex. */
export function hashOf(bytes: Uint8Array): `0x${string}` {
  return `0x${hexOf(keccak(bytes))}`;
}

/** Spells 40 hex digits (with or without 0x) with the EIP-55 checksum. */
export function toChecksumAddress(hex: string): Address {
  return withChecksum(hex.replace(/^0x/i, '').toLowerCase());
}

/** The same spelling for an address of Ethereum with and without its checksum; keys of other kinds as they are. */
export function spelled(key: string): string {
  return /^0x[0-9a-f]{40}$/i.test(key) ? toChecksumAddress(key) : key;
}

const [SMALL_A, TO_CAPITAL] = [97, -32];

// EIP-55: a letter is a capital where the digit at its place in the hash of all digits is 8 or more.
function withChecksum(digits: string): Address {
  const bytes = Buffer.from(digits, 'latin1');
  const hash = keccak(bytes);
  for (let at = 0; at < bytes.length; at += 1) {
    const letter = bytes[at] as number;
    const highBit = at % 2 === 0 ? 0x80 : 0x08;
    if (letter >= SMALL_A && ((hash[at >> 1] ?? 0) & highBit) !== 0) bytes[at] = letter + TO_CAPITAL;
  }
  return `0x${bytes.toString('latin1')}`;
}

function hexOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('hex');
}

// WebAssembly takes a fifth of the time of JavaScript, with nothing to optimize first. A process with limited memory may
// not have the ten gigabytes of addresses that a memory of it reserves.
const hasher = await createKeccak(256).catch(() => undefined);

function keccak(bytes: Uint8Array): Uint8Array {
  return hasher === undefined ? keccak_256(bytes) : hasher.init().update(bytes).digest('binary');
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
