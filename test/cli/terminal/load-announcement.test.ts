import { describe, expect, it } from 'vitest';
import { loadAnnouncement } from '../../../src/cli/terminal/load-announcement.ts';
import type { LoadOutlookPart } from '../../../src/jobs/load/load-outlook.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

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

function said(part: Partial<LoadOutlookPart>): string | undefined {
  return loadAnnouncement({ parts: [{ ...PART, ...part }] }, SCENARIO).split('\n')[1];
}

describe('what is said before a load', () => {
  it('is a line for each executor', () => {
    const parts = [PART, { ...PART, name: 'calm', payments: 1 }];
    expect(loadAnnouncement({ parts }, SCENARIO)).toBe('About to load:\n  rush: \n  calm: 1 payment\n');
  });

  it('names number, rate, duration and money of an open loop', () => {
    const amounts = new Map([['TOK', 60_000.4]]);
    expect(said({ payments: 600, ratePerSecond: 30, durationMs: 20_000, amounts })).toBe(
      '  rush: 600 payments at 30/s for 20 s, moving about 60,000 TOK',
    );
  });

  it('names the busiest second of a trace beside its mean rate', () => {
    const trace = { payments: 1200, ratePerSecond: 2, busiestSecond: 46, durationMs: 600_000 };
    expect(said(trace)).toBe('  rush: 1,200 payments at 2/s (46 in the busiest second) for 10 min');
  });

  it('says that virtual users make as many payments as get through, and what each moves', () => {
    expect(said({ users: 20, durationMs: 30_000, meanAmount: 99.6 })).toBe(
      '  rush: by 20 virtual users for 30 s, about 100 TOK each, as many as get through',
    );
  });

  it('says that iterations may end sooner', () => {
    const amounts = new Map([['TOK', 500]]);
    expect(said({ payments: 5, users: 2, durationMs: 600_000, amounts })).toBe(
      '  rush: 5 payments by 2 virtual users within 10 min, moving about 500 TOK',
    );
  });

  it('adds up each token by itself, in its own decimals', () => {
    const amounts = new Map([
      ['TOK', 7],
      ['ETH', 2.5e18],
    ]);
    expect(said({ payments: 3, amounts })).toBe('  rush: 3 payments, moving about 7 TOK and 2.5 ETH');
  });
});
