import { expect, it } from 'vitest';
import { everyCommand } from './every-command.ts';
import { runShown } from './run-shown.ts';
import { missingLine } from './walk-through.ts';

const { long } = await everyCommand();
// Searches for a capacity probe for many minutes on a machine that others use.
const MOST_MS = 1_200_000;

it.each(long)(
  'what $at shows ends as it should, and prints what is shown: $line',
  async ({ line, output, exitCode }) => {
    const { code, said } = await runShown(line, MOST_MS);
    expect(code, said).toBe(exitCode);
    expect(missingLine(output, said), said).toBeUndefined();
  },
  MOST_MS,
);
