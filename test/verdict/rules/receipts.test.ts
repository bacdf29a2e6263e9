import { expect, it } from 'vitest';
import { MODES } from '../../fixtures/lies/lies-page.ts';
import { changed, type Json, list } from '../../fixtures/liars.ts';
import { findingsOf, inWords } from '../../fixtures/lied-to-replay.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom, stepsIn } from '../../jobs/scenario-text.ts';

const rounded = (entry: Json): Json =>
  'identifier' in entry ? { ...entry, identifier: String(Number(entry['identifier'])) } : entry;

const rounding: Lie = async (heard) => {
  const reply = await heard.forward();
  if (!heard.path.startsWith('/payments')) return reply;
  return heard.method === 'GET'
    ? { ...reply, json: list(reply.json).map(rounded) }
    : changed(reply, rounded(reply.json as Json));
};

const PAID = 'pay: {from: alice, to: carol, amount: 1, times: 20}';

it.each(MODES)('identifiers rounded to doubles are one finding, driven as %s', async (mode) => {
  const found = await findingsOf(
    mode,
    scenarioFrom(stepsIn('alice 100 - 0 bob 100 - 0 carol', [PAID])),
    rounding,
  );
  expect(found.map(inWords)).toEqual([
    expect.stringMatching(
      /^null receipts: identifier rounded to a double: \d+ became \d+ \(alice's answers, alice's history, carol's history\)/,
    ),
  ]);
});
