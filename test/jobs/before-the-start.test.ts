import { describe, expect, it } from 'vitest';
import { oneMore } from '../fixtures/liars.ts';
import { findingsOf } from '../fixtures/lied-to-replay.ts';
import { BEFORE_THE_START, expectEarly, START_LIES, untilPaid } from '../fixtures/start-lies.ts';
import { MODES } from '../fixtures/lies/lies-page.ts';

// Each in one mode; all of them in all modes are told in the long tests.
const TOLD = START_LIES.flatMap(({ isRefused = false, ...lie }, at) => [
  ...(isRefused ? [] : [{ ...lie, mode: MODES[at % 3] ?? 'load', useExisting: false }]),
  { ...lie, mode: MODES[(at + 1) % 3] ?? 'load', useExisting: true },
]);

describe('what a node shows once before the first operation', () => {
  it.each(TOLD)('is judged: $name ($mode, existing: $useExisting)', async ({ change, mode, useExisting }) => {
    expectEarly(await findingsOf(mode, BEFORE_THE_START, untilPaid(change, 1), { useExisting }));
  });

  it('accuses the hub whose balances all contradict those of its partners', async () => {
    const lie = untilPaid(oneMore);
    const found = await findingsOf('sequential', BEFORE_THE_START, lie, { useExisting: true });
    const [{ node, title, predicted, observed, decidedBy } = {}] = found;
    expect({ node, title, predicted, observed, decidedBy }).toEqual({
      node: 'hub',
      title:
        'hub and spoke1 disagree about their channel before the first operation: hub shows 501 TOK, spoke1 500 TOK, of 1,000 TOK in all',
      predicted: '500',
      observed: '501',
      decidedBy: 'the state at the start',
    });
  });

  it.each(MODES)('is no finding where it is true: %s', async (mode) => {
    expect(
      await findingsOf(mode, BEFORE_THE_START, (heard) => heard.forward(), { useExisting: true }),
    ).toEqual([]);
  });
});
