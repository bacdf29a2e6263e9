import { expect, it } from 'vitest';
import { differencesOf } from '../../../src/report/summary.ts';
import { LIES } from '../../fixtures/lies/lies.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { replayThrough } from '../../fixtures/lies/named-operations.ts';

it.each([
  [
    'claiming failure after paying',
    'dave pays alice 40 TOK: refused, and paid all the same',
    'refused-and-paid',
  ],
  [
    'success without paying',
    'alice pays carol 70 TOK: answered success, and never paid',
    'answered-and-unpaid',
  ],
  ['paying twice', 'alice pays carol 70 TOK: paid twice', 'paid-twice'],
  ["dropping the initiator's history entry", /history/, undefined],
] as const)('of %s, money that went astray is the finding', async (name, title, harm) => {
  const [first] = differencesOf(await replayThrough(lieCalled(name)));
  expect(first?.title).toMatch(title);
  expect(first?.harm).toBe(harm);
});

it('says in whole tokens of which amount it went astray', async () => {
  const decimals = 'tokens: [{name: TOK, decimals: 18}]\n';
  const [first] = differencesOf(await replayThrough(lieCalled('claiming failure after paying'), decimals));
  expect(first?.title).toBe('dave pays alice 0.00000000000000004 TOK: refused, and paid all the same');
});

function lieCalled(name: string): Lie {
  const told = LIES.find((each) => each.name === name);
  if (told === undefined) throw new Error(`no lie is called ${name}`);
  return told.lie();
}
