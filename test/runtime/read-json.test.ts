import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, writeJson } from '../../src/runtime/read-json.ts';

describe('readJson', () => {
  it('keeps every digit of an integer beyond 2^53', () => {
    expect(readJson('{"score":2906634538666422001,"n":[-9007199254740993]}')).toEqual({
      score: 2906634538666422001n,
      n: [-9007199254740993n],
    });
  });

  it('reads small integers and fractions as numbers', () => {
    expect(readJson('[1, -2, 0.1234567890123, 1e30, 9007199254740991]')).toEqual([
      1, -2, 0.1234567890123, 1e30, 9007199254740991,
    ]);
  });

  it('leaves digits in texts alone', () => {
    expect(
      readJson('{"balance":"115792089237316195423570985008687907853269984665640564039457584007"}'),
    ).toEqual({
      balance: '115792089237316195423570985008687907853269984665640564039457584007',
    });
  });

  it('lets the last of equal keys win or refuses them, with long integers and without', () => {
    for (const text of ['{"a":1,"a":2}', '{"a":12345678901234567890,"a":2}']) {
      expect(readJson(text)).toEqual({ a: 2 });
      expect(() => readJson(text, { refusesRepeatedKeys: true })).toThrow('it has "a" twice in one object');
    }
    expect(readJson('{":":[{"a":1},{"a":1}]}', { refusesRepeatedKeys: true })).toBeTruthy();
  });

  it.each(['', '{', '{"a":12345678901234567890,}', 'NaN', '[1 2]'])('refuses %j', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });

  it.each(['[', '{"a":', '[{"a":', '[[],'])('refuses what nests deeper than any answer does: %s', (open) => {
    const text = `{"channels": ${open.repeat(100_000)}`;
    expect(() => readJson(text)).toThrow(SyntaxError);
    expect(() => readJson(`${text} 12345678901234567890`)).toThrow(/nests deeper than 100/);
  });

  it('refuses more values than the text is long for, where that is limited', () => {
    const list = (entry: string, count: number): string => `[${Array(count).fill(entry).join()}]`;
    expect(() => readJson(list('{}', 20_000), { bytesPerValue: 20 })).toThrow(/40001 values in 60001 bytes/);
    expect(readJson(list('{}', 2_000), { bytesPerValue: 20 })).toHaveLength(2_000);
    expect(readJson(list('{"a": "an honest length"}', 20_000), { bytesPerValue: 10 })).toHaveLength(20_000);
    expect(readJson(list('{}', 20_000))).toHaveLength(20_000);
  });

  it('refuses a number of a million digits, which would take minutes to read', () => {
    expect(() => readJson('1'.repeat(1_000_000))).toThrow('a number has 1000000 characters');
  });

  it('counts no bracket within a text as nesting', () => {
    const text = '[\\"{'.repeat(1000);
    expect(readJson(JSON.stringify({ text, long: [] }))).toEqual({ text, long: [] });
    expect(readJson(`["${'[]'.repeat(200)}", 12345678901234567890]`)).toEqual([
      '[]'.repeat(200),
      12345678901234567890n,
    ]);
  });

  it('reads what writeJson wrote, whatever the integers', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.bigInt({ min: 2n ** 60n, max: 2n ** 256n }),
        fc.maxSafeInteger(),
        fc.string(),
        fc.boolean(),
        fc.array(tie('value')),
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          tie('value'),
          { noNullPrototype: true },
        ),
      ),
    })).value;
    const property = fc.property(value, (written) => {
      expect(readJson(writeJson(written))).toEqual(written);
    });
    fc.assert(property);
  });
});
