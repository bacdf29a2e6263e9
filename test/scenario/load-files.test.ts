import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { readAmountsCsv } from '../../src/scenario/parse-scenario.ts';

describe('amounts from a CSV text', () => {
  it('come from the first column, with or without a header', () => {
    expect(readAmountsCsv({ file: 'a.csv', text: 'sats\n5\n6\n' })).toEqual([5n, 6n]);
    expect(readAmountsCsv({ file: 'a.csv', text: '5,x\r\n6,y' })).toEqual([5n, 6n]);
  });

  it('come from the named column, quoted or not', () => {
    const text = '\uFEFF"time","amount"\n0,"7"\n\n1, 8 \n';
    expect(readAmountsCsv({ file: 'a.csv', text, column: 'amount' })).toEqual([7n, 8n]);
  });

  it('come from their column where a quoted cell holds a comma', () => {
    const text = 'note,amount\n"late, but paid",7\n"""big"", said Ann",8\n';
    expect(readAmountsCsv({ file: 'a.csv', text, column: 'amount' })).toEqual([7n, 8n]);
  });

  it('must be amounts, line by line', () => {
    const text = 'id,sats\n1,5\n2,-5\n3\n';
    expect(() => readAmountsCsv({ file: 'a.csv', text, column: 'sats' })).toThrow(
      'a.csv:3:3: found "-5", expected an amount: an integer from 0 to 2^256-1\n' +
        'a.csv:4:3: found "", expected an amount: an integer from 0 to 2^256-1',
    );
  });

  it('must be there', () => {
    expect(() => readAmountsCsv({ file: 'a.csv', text: 'sats\n' })).toThrow('a.csv: no amounts in this file');
  });

  it('keep every digit and their order', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: MAX_AMOUNT }), { minLength: 1 }), (values) => {
        const text = ['a,b', ...values.map((value, row) => `${row},${value}`)].join('\n');
        expect(readAmountsCsv({ file: 'a.csv', text, column: 'b' })).toEqual(values);
      }),
    );
  });
});
