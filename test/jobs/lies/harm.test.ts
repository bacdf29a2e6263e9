import { expect, it } from 'vitest';
import { differencesOf } from '../../../src/report/sections/comparison.ts';
import { htmlReport } from '../../../src/report/sections/run-document.ts';
import { LIED_TO } from '../../fixtures/lies/kind-of-lie.ts';
import { LIES } from '../../fixtures/lies/lies.ts';
import { replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';
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

it('says in whole tokens of which amount it went astray, and what balances show of it', async () => {
  const scenario = scenarioFrom(`${LIED_TO}tokens: [{name: TOK, decimals: 18}]\n`);
  const run = await replayLiedTo(scenario, lieCalled('claiming failure after paying'));
  const [first] = differencesOf(run.comparison);
  expect(first?.title).toBe('dave pays alice 0.00000000000000004 TOK: refused, and paid all the same');
  expect(htmlReport(run)).toMatch(
    /another balance of the channel with carol in TOK[^;]*; shows the same difference\. Predicted 0\.000000000000001 TOK; seen 0\.000000000000000955 TOK;/,
  );
});

function lieCalled(name: string): Lie {
  const told = LIES.find((each) => each.name === name);
  if (told === undefined) throw new Error(`no lie is called ${name}`);
  return told.lie();
}
