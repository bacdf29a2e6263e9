import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { EACH, INTEGER, jsonReader, toJson } from '../../src/model/json.ts';

const amount = fc.bigInt({ min: 0n, max: MAX_AMOUNT });

interface Purse {
  readonly owner: string;
  readonly amount: bigint;
  readonly ends?: readonly [bigint, bigint];
  readonly byToken?: Readonly<Record<string, { readonly sent: bigint; readonly note: string }>>;
  readonly inside?: readonly (PurseItem | null)[];
}

type PurseItem =
  | { readonly kind: 'coin'; readonly value: bigint }
  | { readonly kind: 'note'; readonly text: string };

const readPurse = jsonReader<Purse>({
  amount: INTEGER,
  ends: INTEGER,
  byToken: { [EACH]: { sent: INTEGER } },
  inside: { value: INTEGER },
});

describe('the JSON of run files', () => {
  it('spells integers as decimal strings, so that no reader loses a digit', () => {
    expect(toJson({ amount: MAX_AMOUNT })).toBe(`{"amount":"${MAX_AMOUNT}"}`);
  });

  it('leaves texts that look like numbers alone', () => {
    expect(readPurse('{"owner":"12","amount":"7","byToken":{"amount":{"sent":"-1","note":"3"}}}')).toEqual({
      owner: '12',
      amount: 7n,
      byToken: { amount: { sent: -1n, note: '3' } },
    });
  });

  it('names an integer that is none', () => {
    expect(() => readPurse('{"amount":"1e3"}')).toThrow('amount is "1e3"; expected an integer');
    expect(() => readPurse('{"ends":["1",""]}')).toThrow('ends is ""; expected an integer');
  });

  it('leaves what has another shape to those who judge shapes', () => {
    for (const text of ['null', '7', '[]', '{"inside":7,"ends":null,"byToken":["1"]}'])
      expect(readPurse(text)).toEqual(JSON.parse(text));
  });

  it('gives back what was written, however deep', () => {
    const item = fc.oneof(
      fc.record({ kind: fc.constant('coin' as const), value: amount }),
      fc.record({ kind: fc.constant('note' as const), text: fc.string() }),
      fc.constant(null),
    );
    const purse: fc.Arbitrary<Purse> = fc.record({
      owner: fc.string(),
      amount,
      ends: fc.tuple(amount, amount),
      byToken: fc.dictionary(fc.string(), fc.record({ sent: amount, note: fc.string() }), {
        noNullPrototype: true,
      }),
      inside: fc.array(item),
    });
    const property = fc.property(purse, (value) => {
      expect(readPurse(toJson(value))).toEqual(value);
    });
    fc.assert(property);
  });

  it('cannot forget an integer: the compiler asks for it', () => {
    // @ts-expect-error: `amount` is missing.
    jsonReader<Pick<Purse, 'amount'>>({});
    // @ts-expect-error: `value` of one variant is missing.
    jsonReader<Pick<Purse, 'inside'>>({ inside: {} });
    // @ts-expect-error: what is text in one variant and integer in another cannot be read.
    jsonReader<{ x: string } | { x: bigint }>({ x: INTEGER });
    // @ts-expect-error: no integer stands here.
    jsonReader<{ x: string }>({ x: INTEGER });
    expect(jsonReader<{ x: string }>({})('{"x":"7"}')).toEqual({ x: '7' });
  });
});
