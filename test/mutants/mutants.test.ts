import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMutantsPage } from './mutants-page.ts';
import { MUTANTS } from './mutants.ts';

const PAGE = readFileSync(new URL('../evidence/mutants.md', import.meta.url), 'utf8');

describe('faulty sandboxes', () => {
  it('are at least forty, each with a name of its own', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });

  it.each(MUTANTS)('$name changes one place of the sources', ({ file, from, to }) => {
    const source = readFileSync(new URL(`../../src/${file}.ts`, import.meta.url), 'utf8');
    expect(source.split(from)).toHaveLength(2);
    expect(to).not.toBe(from);
  });

  it('stand in test/evidence/mutants.md, each with what it is and in their order', () => {
    const rows = [...readMutantsPage(PAGE)].map(([name, row]) => [name, row.split('|')[2]?.trim()]);
    expect(rows).toEqual(MUTANTS.map(({ name, what }) => [name, what]));
  });
});
