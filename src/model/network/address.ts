import { keccak_256, keccakP } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** 20 bytes as 0x-prefixed hex with an EIP-55 checksum. */
export type Address = `0x${string}`;

/** Why a text is no address; the words are those of the Raiden API (raiden.md 1.2). */
export type AddressFault = 'no-hex' | 'no-prefix' | 'bad-checksum' | 'wrong-length';

/** 20 bytes of a hash of `text`, as an address: same text, same address, on every machine. */
export function addressFrom(text: string): Address {
  return toChecksumAddress(bytesToHex(keccak256(utf8ToBytes(text)).subarray(12)));
}

/** Spells 40 hex digits (with or without 0x) with the EIP-55 checksum. */
export function toChecksumAddress(hex: string): Address {
  const digits = hex.replace(/^0x/i, '').toLowerCase();
  const capitals = digits.toUpperCase();
  const hash = keccak256(utf8ToBytes(digits));
  let spelled = '0x';
  for (let i = 0; i < digits.length; i += 1) {
    // The highest bit of the hash's digit at the same place.
    const isCapital = ((hash[i >> 1] as number) & (i % 2 === 0 ? 0x80 : 0x08)) !== 0;
    spelled += (isCapital ? capitals : digits)[i];
  }
  return spelled as Address;
}

// What one permutation takes in.
const RATE_BYTES = 136;
const STATE_WORDS = 50;
const HASH_BYTES = 32;

// For few bytes half of the time goes into preparing a stream of them: a network has two hashes a node.
function keccak256(bytes: Uint8Array): Uint8Array {
  if (bytes.length >= RATE_BYTES) return keccak_256(bytes);
  const state = new Uint32Array(STATE_WORDS);
  const absorb = (byte: number, at: number): void => {
    state[at >> 2] = (state[at >> 2] as number) ^ (byte << (8 * (at & 3)));
  };
  for (let at = 0; at < bytes.length; at += 1) absorb(bytes[at] as number, at);
  // Padding: one bit right after the text, one at the end.
  absorb(0x01, bytes.length);
  absorb(0x80, RATE_BYTES - 1);
  keccakP(state);
  const hash = new Uint8Array(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at += 1) hash[at] = (state[at >> 2] as number) >>> (8 * (at & 3));
  return hash;
}

/** What is wrong with `text` as an address, or `undefined` when it is a correctly checksummed one. */
export function addressFault(text: string): AddressFault | undefined {
  if (!text.startsWith('0x')) return 'no-prefix';
  if (!/^0x[0-9a-fA-F]*$/.test(text)) return 'no-hex';
  if (text.length !== 42) return 'wrong-length';
  return toChecksumAddress(text) === text ? undefined : 'bad-checksum';
}

/** True for a 0x-prefixed 20-byte hex text with a correct EIP-55 checksum. */
export function isAddress(text: string): text is Address {
  return addressFault(text) === undefined;
}
