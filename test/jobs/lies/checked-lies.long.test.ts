import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkedLiesPage, readCheckedLies } from '../../fixtures/lies/checked-lies-page.ts';
import { LIES } from '../../fixtures/lies/lies.ts';
import { type CheckedLie, tellToCheck } from '../../fixtures/lies/told-to-check.ts';

const PAGE = new URL('../../evidence/checked-lies.md', import.meta.url);
// The defaults of the command.
const DEFAULTS = { seed: '1', timeMs: 60_000 } as const;
const NAMED_AT_LEAST = 9 / 10;

const checked = new Map<string, CheckedLie>();

describe('a check of nodes that lie', () => {
  it.each(LIES)('is made of one that tells this: $name', async (kind) => {
    checked.set(kind.name, await tellToCheck(kind, DEFAULTS));
  });

  it('names nine of ten', () => {
    const others = [...checked]
      .filter(([, { seen }]) => seen !== 'operation' && seen !== 'untold')
      .map(([name]) => name);
    expect(others.length, others.join(', ')).toBeLessThanOrEqual(checked.size * (1 - NAMED_AT_LEAST));
  });
});

// With --update it writes rows that are new, and those that changed for the better or the worse.
it('test/evidence/checked-lies.md says which lies are found', async () => {
  const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  await expect(checkedLiesPage(checked, readCheckedLies(before))).toMatchFileSnapshot(
    '../../evidence/checked-lies.md',
  );
});
