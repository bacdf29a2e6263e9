import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '../../../src/rest/contract/judge-answer.ts';
import { fillIn, placeholdersIn } from '../../../src/rest/contract/placeholders.ts';

const KNOWN = new Map([
  ['partner', '0xAb'],
  ['deposit', '9'],
] as const);

describe('a placeholder', () => {
  it.each([
    ['/channels/{partner}', '/channels/0xAb'],
    ['{partner.lower} {partner.upper} {partner.bare} {partner.cut}', '0xab 0xAB Ab 0xA'],
    ['{"total_deposit":"{deposit.more}"}', '{"total_deposit":"10"}'],
    ['{} {"a":{"b":1}} { partner }', '{} {"a":{"b":1}} { partner }'],
  ])('of %s is filled in', (text, filled) => {
    expect(fillIn(text, KNOWN)).toBe(filled);
  });

  it('that is not known is our mistake', () => {
    expect(() => fillIn('{stranger}', KNOWN)).toThrow(/stranger, which is not known/);
    expect(() => fillIn('{partner.turned}', KNOWN)).toThrow();
  });

  it('is listed once', () => {
    expect(placeholdersIn(['{partner} {partner.lower}', '{"amount":"1"}', '{deposit}'])).toEqual([
      'partner',
      'deposit',
    ]);
  });
});

describe('an expected body', () => {
  it.each<[expected: unknown, value: unknown, isMatch: boolean]>([
    [{ a: '{partner}', b: '{any}' }, { b: null, a: '0xAb' }, true],
    [{ a: '1' }, { a: '1', b: '2' }, false],
    [{ a: '1', b: '2' }, { a: '1' }, false],
    [{ a: /^\d+$/ }, { a: '12' }, true],
    [{ a: /^\d+$/ }, { a: 12 }, false],
    [[], [], true],
    [[], {}, false],
    [[null], [null], true],
    [null, undefined, false],
    ['{any}', undefined, true],
    [{ toString: '1' }, {}, false],
  ])('%j beside %j: %s', (expected, value, isMatch) => {
    expect(matches(expected, value, KNOWN)).toBe(isMatch);
  });

  it('matches itself, and no longer once something is added', () => {
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('{'));
    const property = fc.property(json, (value) => {
      expect(matches(value, value, KNOWN)).toBe(true);
      expect(matches([value], [value, value], KNOWN)).toBe(false);
      expect(matches({ value }, { value, more: 1 }, KNOWN)).toBe(false);
    });
    fc.assert(property);
  });
});
