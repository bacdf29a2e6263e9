import { describe, expect, it } from 'vitest';
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

  it.each(MODES)('is no finding where it is true: %s', async (mode) => {
    expect(
      await findingsOf(mode, BEFORE_THE_START, (heard) => heard.forward(), { useExisting: true }),
    ).toEqual([]);
  });
});
