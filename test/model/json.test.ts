import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { fromJson, toJson } from '../../src/model/json.ts';

const amount = fc.bigInt({ min: 0n, max: MAX_AMOUNT });

describe('the JSON of run files', () => {
  it('spells integers as decimal strings, so that no reader loses a digit', () => {
    expect(toJson({ amount: MAX_AMOUNT })).toBe(`{"amount":"${MAX_AMOUNT}"}`);
  });

  it('leaves texts that look like numbers alone', () => {
    expect(fromJson('{"seed":"7","node":"12","amount":"7"}')).toEqual({ seed: '7', node: '12', amount: 7n });
  });

  it('gives back what was written, however deep', () => {
    fc.assert(
      fc.property(
        fc.record({
          amount,
          balance: fc.tuple(amount, amount),
          text: fc.string(),
          nested: fc.record({ sent: amount }),
        }),
        (value) => {
          expect(fromJson(toJson(value))).toEqual(value);
        },
      ),
    );
  });
});
