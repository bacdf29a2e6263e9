import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { liesPage, MODES, readLiesPage, type SeenIn } from '../../fixtures/lies/lies-page.ts';
import { LIES } from '../../fixtures/lies/lies.ts';
import { tell } from '../../fixtures/lies/told-lie.ts';

const PAGE = '../../evidence/lies.md';
const TOLD = LIES.flatMap((kind) =>
  MODES.filter((mode) => kind.notJudged?.[mode] === undefined).map((mode) => ({
    name: kind.name,
    mode,
    kind,
  })),
);

const seen = new Map<string, SeenIn>();

it.concurrent.each(TOLD)('tells a lie in a run of its own: $name ($mode)', async ({ name, mode, kind }) => {
  const told = await tell(kind, mode);
  expect(told.toldBy.size, 'the lie was told').toBeGreaterThan(0);
  seen.set(name, { ...seen.get(name), [mode]: told.seen });
});

// With --update it adds to the page what was seen and does not stand there; an emptied page begins anew.
it('test/evidence/lies.md says which lies are seen', async () => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  await expect(liesPage(seen, readLiesPage(page))).toMatchFileSnapshot(PAGE);
});
