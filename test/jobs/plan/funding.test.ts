import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLANNING_SCENARIOS } from './funding-page.ts';

// Written by funding.long.test.ts with --update: the plans take minutes.
const page = readFileSync(new URL('../../evidence/planning-funds.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| [plan-'));

describe('the table of funding plans', () => {
  it('has every shipped planning scenario', () => {
    expect(rows.map((row) => /plan-[a-z-]+\.yaml/.exec(row)?.[0])).toEqual(PLANNING_SCENARIOS);
  });

  it('shows at least four in five of them better than uniform funding, beyond chance', () => {
    const lows = rows.map((row) => Number(/\(([-+][\d.]+) to [-+][\d.]+\)[^|]*\|$/.exec(row)?.[1]));
    expect(lows.filter((low) => low > 0).length).toBeGreaterThanOrEqual(rows.length * 0.8);
  });
});
