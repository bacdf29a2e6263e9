import { expect, it } from 'vitest';
import { isOwnLimit } from '../../../src/rest/connect/http-sender.ts';

it.each(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'])('%s tells of this machine', (code) => {
  expect(isOwnLimit(failure(code))).toBe(true);
});

it('a refused connection tells of the target, also beside an address that this machine has not', () => {
  expect(isOwnLimit(failure('ECONNREFUSED'))).toBe(false);
  expect(isOwnLimit(new AggregateError([failure('EADDRNOTAVAIL'), failure('ECONNREFUSED')]))).toBe(false);
  expect(isOwnLimit(new AggregateError([failure('EMFILE'), failure('EMFILE')]))).toBe(true);
});

function failure(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code });
}
