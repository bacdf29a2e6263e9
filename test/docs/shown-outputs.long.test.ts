import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { folderWith, runCli } from '../e2e/built-cli.ts';
import { missingLine, PAGES, shownCommands } from './walk-through.ts';

const SCENARIOS = fileURLToPath(new URL('../../scenarios', import.meta.url));
// Each takes one or two minutes on two cores, more on a machine that others use.
const MOST_MS = 600_000;

const slow = [...PAGES].flatMap(([path, page]) =>
  shownCommands(page).flatMap(({ commands: [words = []], output }) =>
    words[0] === 'plan' || words[0] === 'load' ? [{ path, words, output }] : [],
  ),
);

it.each(slow)(
  'what $path shows is printed: $words',
  async ({ words, output }) => {
    const folder = folderWith({});
    cpSync(SCENARIOS, join(folder, 'scenarios'), { recursive: true });
    const { stdout, stderr } = await runCli(words, { folder, timeoutMs: MOST_MS });
    const printed = `${stderr}${stdout}`;
    expect(missingLine(output, printed), printed).toBeUndefined();
  },
  MOST_MS,
);
