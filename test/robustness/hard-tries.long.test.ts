import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTries, type TriedCount } from './hard-tries.ts';
import { KINDS } from './kinds.ts';
import { readRobustnessPage, robustnessPage, rowKey } from './robustness-page.ts';

const PAGE = new URL('../evidence/robustness.md', import.meta.url);
// Hundreds of processes, on a machine that others use.
const LONGEST_MS = 1_800_000;

const counted = new Map<string, TriedCount>();

describe.each(KINDS)('$kind', ({ kind, rows }) => {
  it.for(rows)('of $name: every try holds', { timeout: LONGEST_MS }, async (row, { skip }) => {
    const made = await makeTries({ kind, ...row });
    if (typeof made === 'string') return skip(made);
    counted.set(rowKey(kind, row.name), made);
    expect(made.faults.slice(0, 5)).toEqual([]);
  });
});

// With --update it writes the counts of the rows that were tried.
it('test/evidence/robustness.md says how many of them held', async () => {
  const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  await expect(robustnessPage(KINDS, counted, readRobustnessPage(before))).toMatchFileSnapshot(
    '../evidence/robustness.md',
  );
});
