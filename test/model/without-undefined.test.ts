import { expect, it } from 'vitest';
import { withoutUndefined } from '../../src/model/without-undefined.ts';

it('leaves out the fields that have no value, and keeps the order of the others', () => {
  const fields = { token: undefined, fee: 0n, secret: '', isLate: false, path: null };
  expect(Object.entries(withoutUndefined(fields))).toEqual([
    ['fee', 0n],
    ['secret', ''],
    ['isLate', false],
    ['path', null],
  ]);
});
