import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cellOf, isSeen, liesPage, MODES, readLiesPage, type SeenIn } from '../../fixtures/lies/lies-page.ts';
import { LIES } from '../../fixtures/lies/lies.ts';
import { tell } from '../../fixtures/lies/told-lie.ts';

const PAGE = readLiesPage(readFileSync(new URL('../../evidence/lies.md', import.meta.url), 'utf8'));
const PAGE_OF_NOTHING = readLiesPage('');
const SOME = [
  'success without paying',
  "dropping the target's history entry",
  'showing a secret again',
  'forgetting a unit that was deposited',
  'ignoring a deposit',
  'closing after the answer',
  'a unit that never moved, at both ends',
];

describe('test/evidence/lies.md', () => {
  it('has a row for every kind of lie, in their order', () => {
    expect([...PAGE].map(([name, { sentence }]) => ({ name, sentence }))).toEqual(
      LIES.map(({ name, sentence }) => ({ name, sentence })),
    );
  });

  it('says of each that a sequential replay names the operation, or the node where it is about none', () => {
    const cells = LIES.map(({ name }) => PAGE.get(name)?.cells[0]);
    expect(cells).toEqual(LIES.map(({ operation }) => (operation === null ? 'the node' : 'the operation')));
  });

  it('names all that was seen of a lie in several runs', () => {
    const told = (seen: SeenIn): string => liesPage(new Map([['paying twice', seen]]), PAGE_OF_NOTHING);
    const once = readLiesPage(told({ sequential: 'operation', load: 'node' }));
    const page = liesPage(new Map([['paying twice', { load: 'nothing' }]]), once);
    const [sequential, scenario, load] = readLiesPage(page).get('paying twice')?.cells ?? [];
    expect([sequential, scenario, load]).toEqual(['the operation', '', 'the node, or **no**']);
    expect(isSeen(load ?? '')).toBe(false);
  });

  it('gives the reason where a mode is not asked', () => {
    for (const kind of LIES)
      for (const [at, mode] of MODES.entries())
        if (kind.notJudged?.[mode] !== undefined)
          expect(PAGE.get(kind.name)?.cells[at]).toBe(cellOf(kind, mode, undefined));
  });
});

describe.each(MODES)('the scenario of lies, driven as %s', (mode) => {
  it('raises no alarm where nobody lies', async () => {
    const told = await tell({ operation: 0, lie: () => (heard) => heard.forward() }, mode);
    expect(told).toEqual({ seen: 'nothing', toldBy: new Set(), found: [] });
  });

  const judged = LIES.filter(({ name, notJudged }) => SOME.includes(name) && notJudged?.[mode] === undefined);
  it.each(judged)('shows what the page says: $name', async (kind) => {
    const { seen } = await tell(kind, mode);
    const cell = PAGE.get(kind.name)?.cells[MODES.indexOf(mode)] ?? '';
    expect(isSeen(cellOf(kind, mode, seen))).toBe(isSeen(cell));
  });
});
