import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { fundingPage, fundingRow, fundingRows, PLANNING_SCENARIOS, shipped } from './funding-page.ts';

const PAGE = fileURLToPath(new URL('../../evidence/planning-funds.md', import.meta.url));
// The largest network of them, on a machine that others use.
const MOST_MS = 3_600_000;

describe('a funding plan of most shipped planning scenarios beats uniform funding, as its page says', () => {
  const rows = fundingRows(readFileSync(PAGE, 'utf8'));

  // With --update each row is written anew; -t plans some and leaves the others as the page has them.
  it.each(PLANNING_SCENARIOS)('%s', { timeout: MOST_MS }, async (file) => {
    const { result } = await plan({ source: shipped(file), questions: ['fund'], spec: { vary: [] } });
    if (result.fund !== undefined)
      rows.set(file, fundingRow({ file, goal: result.goal, answer: result.fund }));
    await expect(fundingPage(rows)).toMatchFileSnapshot(PAGE);
  });
});
