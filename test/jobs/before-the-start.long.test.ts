import { expect, it } from 'vitest';
import { findingsOf } from '../fixtures/lied-to-replay.ts';
import { BEFORE_THE_START, expectEarly, START_LIES, untilPaid } from '../fixtures/start-lies.ts';
import { MODES } from '../fixtures/lies/lies-page.ts';

const TOLD = START_LIES.flatMap(({ isRefused = false, ...lie }) =>
  MODES.flatMap((mode) =>
    [false, true]
      .filter((useExisting) => useExisting || !isRefused)
      .flatMap((useExisting) =>
        [1, Number.POSITIVE_INFINITY].map((times) => ({ ...lie, mode, useExisting, times })),
      ),
  ),
);

it.each(TOLD)(
  'what a node shows before the first operation is judged: $name, $times times ($mode, existing: $useExisting)',
  async ({ change, times, mode, useExisting }) => {
    expectEarly(await findingsOf(mode, BEFORE_THE_START, untilPaid(change, times), { useExisting }));
  },
);

it.each(MODES)('a true start of a network that is set up is no finding: %s', async (mode) => {
  expect(
    await findingsOf(mode, BEFORE_THE_START, (heard) => heard.forward(), { useExisting: false }),
  ).toEqual([]);
});
