import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTries } from './hard-tries.ts';
import { KINDS } from './kinds.ts';
import { readRobustnessPage, robustnessPage, rowKey } from './robustness-page.ts';

const PAGE = readFileSync(new URL('../evidence/robustness.md', import.meta.url), 'utf8');

describe('test/evidence/robustness.md', () => {
  it('has a row for every kind of try and what it meets, in their order', () => {
    const rows = readRobustnessPage(PAGE);
    expect([...rows.keys()]).toEqual(
      KINDS.flatMap(({ kind, rows: tried }) => tried.map(({ name }) => rowKey(kind, name))),
    );
    expect(PAGE).toBe(robustnessPage(KINDS, new Map(), rows));
  });

  it('keeps what was counted before, and marks what does not hold', () => {
    const kinds = [{ kind: 'Storms', what: 'Wind.', rows: [row('one', 2), row('other', 2)] }];
    const before = new Map([[rowKey('Storms', 'other'), '7 of 7']]);
    const page = robustnessPage(kinds, new Map([['Storms: one', { tried: 2, faults: ['x'] }]]), before);
    expect(page).toContain('| one | **1 of 2** |');
    expect(page).toContain('| other | 7 of 7 |');
  });
});

it('tries are made with chance of their own, and what one throws is counted', async () => {
  const seen: number[] = [];
  const attempt = async (random: () => number, index: number): Promise<void> => {
    seen.push(random());
    if (index === 1) throw new Error('broken');
  };
  const made = await makeTries({ kind: 'Storms', ...row('one', 3), start: async () => ({ attempt }) });
  expect(made).toEqual({ tried: 3, faults: ['try 1: broken'] });
  expect(new Set(seen).size).toBe(3);
});

function row(name: string, tries: number) {
  return { name, tries, start: async () => 'never started' };
}
