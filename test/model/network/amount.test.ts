import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT, parseAmount } from '../../../src/model/network/amount.ts';

describe('parseAmount', () => {
  it.each([
    ['0', 0n],
    [7, 7n],
    ['1_000_000', 1_000_000n],
    [MAX_AMOUNT, MAX_AMOUNT],
    [MAX_AMOUNT.toString(), MAX_AMOUNT],
  ])('reads %s', (written, amount) => {
    expect(parseAmount(written)).toBe(amount);
  });

  it.each([[-1], [1.5], [2 ** 60], ['1e3'], ['0x10'], [''], ['_1'], [MAX_AMOUNT + 1n], [null], [true]])(
    'refuses %s, which is no amount or has lost digits',
    (written) => {
      expect(parseAmount(written)).toBeUndefined();
    },
  );

  it('keeps every digit of every amount', () => {
    const property = fc.property(fc.bigInt({ min: 0n, max: MAX_AMOUNT }), (amount) => {
      expect(parseAmount(amount.toString())).toBe(amount);
    });
    fc.assert(property);
  });
});
