import { describe, expect, it } from 'vitest';
import { loadAnnouncement } from '../../src/cli/load.ts';
import type { LoadOutlookPart } from '../../src/jobs/load/load-outlook.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

const SCENARIO = scenarioFrom(`
question: What is said?
seed: 1
tokens: [{name: TOK, decimals: 0}, {name: ETH, decimals: 18}]
networks: [{token: TOK, topology: {line: {nodes: 2}}}]
`);

const PART: LoadOutlookPart = {
  name: 'rush',
  payments: undefined,
  ratePerSecond: undefined,
  users: undefined,
  durationMs: 0,
  amounts: new Map(),
  meanAmount: undefined,
};

const tok = (amount: bigint) => new Map([['TOK', amount]]);

describe('what is said before a load', () => {
  it('is a line for each executor', () => {
    const parts = [PART, { ...PART, name: 'calm', payments: 1 }];
    expect(loadAnnouncement(parts, SCENARIO)).toBe('About to load:\n  rush: \n  calm: 1 payment\n');
  });

  it.each<[string, Partial<LoadOutlookPart>]>([
    [
      '600 payments at 30/s for 20 s, moving 60,000 TOK',
      { payments: 600, ratePerSecond: 30, durationMs: 20_000, amounts: tok(60_000n) },
    ],
    [
      '1,200 payments at 2/s (46 in the busiest second) for 10 min',
      { payments: 1200, ratePerSecond: 2, busiestSecond: 46, durationMs: 600_000 },
    ],
    [
      'by 20 virtual users for 30 s, about 100 TOK each, as many as get through',
      { users: 20, durationMs: 30_000, meanAmount: 99.6 },
    ],
    [
      '5 payments by 2 virtual users within 10 min, moving 500 TOK',
      { payments: 5, users: 2, durationMs: 600_000, amounts: tok(500n) },
    ],
    ['5,000,000 payments, moving about 500 TOK', { payments: 5e6, amounts: tok(500n), isEstimated: true }],
    ['3 payments, moving 7 TOK and 2.5 ETH', { payments: 3, amounts: tok(7n).set('ETH', 25n * 10n ** 17n) }],
  ])('says %s', (text, part) => {
    expect(loadAnnouncement([{ ...PART, ...part }], SCENARIO).split('\n')[1]).toBe(`  rush: ${text}`);
  });
});
