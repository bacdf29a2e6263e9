import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressFault,
  addressFrom,
  isAddress,
  toChecksumAddress,
} from '../../../src/model/network/address.ts';

describe('addresses', () => {
  it('are the last 20 bytes of the hash of a text, however long it is', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 300, size: 'max' }), (text) => {
      const hash = bytesToHex(keccak_256(utf8ToBytes(text)));
      expect(addressFrom(text).toLowerCase()).toBe(`0x${hash.slice(24)}`);
    });
    fc.assert(property);
  });

  // The examples of EIP-55 itself.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s has the checksum of EIP-55', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address);
    expect(isAddress(address)).toBe(true);
  });

  it.each([
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'no-prefix'],
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'bad-checksum'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA', 'wrong-length'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', 'no-hex'],
  ])('%s is refused: %s', (text, fault) => {
    expect(addressFault(text)).toBe(fault);
  });

  it('are the same for the same text, and different for different texts', () => {
    expect(addressFrom('millrace node 1 alice')).toBe(addressFrom('millrace node 1 alice'));
    const property = fc.property(fc.string(), fc.string(), (one, other) => {
      expect(isAddress(addressFrom(one))).toBe(true);
      expect(addressFrom(one) === addressFrom(other)).toBe(one === other);
    });
    fc.assert(property);
  });
});
