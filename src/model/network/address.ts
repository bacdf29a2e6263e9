import { HASH_BYTES, ShortKeccak } from './short-keccak.ts';

/** 20 bytes as 0x-prefixed hex with an EIP-55 checksum. */
export type Address = `0x${string}`;

/** Why a text is no address; the words are those of the Raiden API (raiden.md 1.2). */
export type AddressFault = 'no-hex' | 'no-prefix' | 'bad-checksum' | 'wrong-length';

/** 20 bytes of a hash of `text`, as an address: same text, same address, on every machine. */
export function addressFrom(text: string, keccak = new ShortKeccak()): Address {
  keccak.hash(Buffer.from(text));
  const spelled = Buffer.allocUnsafe(TEXT_BYTES);
  for (let at = 0; at < ADDRESS_BYTES; at += 1) {
    const byte = keccak.byte(HASH_BYTES - ADDRESS_BYTES + at);
    spelled[2 + 2 * at] = digit(byte >> 4);
    spelled[3 + 2 * at] = digit(byte & 15);
  }
  return withChecksum(spelled, keccak);
}

/** Spells 40 hex digits (with or without 0x) with the EIP-55 checksum. */
export function toChecksumAddress(hex: string): Address {
  const digits = hex.replace(/^0x/i, '').toLowerCase();
  return withChecksum(Buffer.from(`0x${digits}`), new ShortKeccak());
}

/** Capitals are those letters where the hash of the digits has the highest bit of its digit at the same place. */
function withChecksum(spelled: Buffer, keccak: ShortKeccak): Address {
  spelled[0] = ZERO;
  spelled[1] = SMALL_X;
  const digits = spelled.subarray(2);
  keccak.hash(digits);
  for (let at = 0; at < digits.length; at += 1) {
    const letter = digits[at] as number;
    const isCapital = (keccak.byte(at >> 1) & (at % 2 === 0 ? 0x80 : 0x08)) !== 0;
    if (isCapital && letter >= SMALL_A) digits[at] = letter - SMALL_A + CAPITAL_A;
  }
  return spelled.toString('latin1') as Address;
}

const ADDRESS_BYTES = 20;
const TEXT_BYTES = 2 + 2 * ADDRESS_BYTES;
const [ZERO, SMALL_A, SMALL_X, CAPITAL_A] = [48, 97, 120, 65];

function digit(value: number): number {
  return value < 10 ? ZERO + value : SMALL_A + value - 10;
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
