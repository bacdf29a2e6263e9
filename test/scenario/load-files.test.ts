import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { readAmountsCsv } from '../../src/scenario/parse-scenario.ts';

const read = (text: string, column?: string) =>
  readAmountsCsv({ file: 'a.csv', text, ...(column !== undefined && { column }) });

describe('amounts from a CSV text', () => {
  it.each([
    ['the first column below a header', 'sats\n5\n6\n', undefined, [5n, 6n]],
    ['the first column without a header', '5,x\r\n6,y', undefined, [5n, 6n]],
    ['the named column, quoted or not', '\uFEFF"time","amount"\n0,"7"\n\n1, 8 \n', 'amount', [7n, 8n]],
    [
      'their column where a quoted cell holds a comma',
      'note,amount\n"late, but paid",7\n"""big"", said Ann",8\n',
      'amount',
      [7n, 8n],
    ],
  ])('come from %s', (_where, text, column, amounts) => {
    expect(read(text, column)).toEqual(amounts);
  });

  it('must be amounts, line by line', () => {
    expect(() => read('id,sats\n1,5\n2,-5\n3\n', 'sats')).toThrow(
      'a.csv:3:3: found "-5", expected an amount: an integer from 0 to 2^256-1\n' +
        'a.csv:4:3: found "", expected an amount: an integer from 0 to 2^256-1',
    );
  });

  it('must be there', () => {
    expect(() => read('sats\n')).toThrow('a.csv: no amounts in this file');
  });

  it('keep every digit and their order', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: MAX_AMOUNT }), { minLength: 1 }), (values) => {
        const text = ['a,b', ...values.map((value, row) => `${row},${value}`)].join('\n');
        expect(read(text, 'b')).toEqual(values);
      }),
    );
  });
});
