import { describe, expect, it } from 'vitest';
import { MAX_IDENTIFIER, parseIdentifier } from '../../../src/model/run/operation.ts';

describe('a payment identifier', () => {
  it('is an integer from 1 to 2^64-1, spelled or not', () => {
    expect(parseIdentifier('18446744073709551615')).toBe(MAX_IDENTIFIER);
    expect([1, 1n, '1'].map(parseIdentifier)).toEqual([1n, 1n, 1n]);
  });

  it('is neither 0 nor wider than 64 bits, nor a fraction, nor a word', () => {
    for (const value of [0, '0', MAX_IDENTIFIER + 1n, '18446744073709551616', 1.5, 'one', undefined])
      expect(parseIdentifier(value)).toBeUndefined();
  });
});
