import { expect, it } from 'vitest';
import { everyCommand, idleExceptions } from './every-command.ts';
import { runShown } from './run-shown.ts';

const { quick } = await everyCommand();
// On a machine that others use.
const MOST_MS = 60_000;

it.each(quick)(
  'what $at shows ends as it should: $line',
  async ({ line, exitCode }) => {
    const { code, said } = await runShown(line, MOST_MS);
    expect(code, said).toBe(exitCode);
  },
  MOST_MS,
);

it('every command line that is not run is still shown', async () => {
  expect(await idleExceptions()).toEqual([]);
});
