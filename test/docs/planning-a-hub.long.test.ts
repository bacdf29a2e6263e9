import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderWith, runCli } from '../e2e/built-cli.ts';
import { shownCommands, withOutputs, withoutPlaces } from './walk-through.ts';

const ROOT = new URL('../../', import.meta.url);
const PAGE = 'docs/planning-a-hub.md';

// Each takes one or two minutes on two cores, more on a machine that others use.
const MOST_MS = 600_000;

// With --update it writes the page: the text around the outputs must then be read again.
it(
  'the commands on planning a hub print what the page shows',
  async () => {
    const page = readFileSync(new URL(PAGE, ROOT), 'utf8');
    const scenario = 'scenarios/plan-partners.yaml';
    const folder = folderWith({ [scenario]: readFileSync(new URL(scenario, ROOT)) });
    const outputs: string[] = [];
    for (const { words } of shownCommands(page)) {
      const { code, stdout, stderr } = await runCli(words, { folder, timeoutMs: MOST_MS });
      expect(code, stderr).toBe(0);
      outputs.push(withoutPlaces(stdout));
    }
    await expect(withOutputs(page, outputs)).toMatchFileSnapshot(`../../${PAGE}`);
  },
  4 * MOST_MS,
);
