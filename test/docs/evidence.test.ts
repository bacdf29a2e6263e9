import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const pageOf = (name: string): string => readFileSync(new URL(`../../${name}.md`, import.meta.url), 'utf8');
const PAGE = pageOf('docs/evidence');

describe('docs/evidence.md', () => {
  it('has the counts of the lies that each kind of run finds', () => {
    for (const column of [2, 3, 4]) expect(PAGE).toContain(foundText('lies', column));
    expect(PAGE).toContain(foundText('checked-lies', 2));
  });

  it('has the counts of faults, of tries and of recorded exchanges', () => {
    expect(PAGE).toContain(`[${sums(pageOf('test/evidence/mutants'), /^(\d+) of (\d+) found/gm)} faults]`);
    expect(PAGE).toContain(
      `held in ${sums(pageOf('test/evidence/robustness'), /\| (\d+) of (\d+) \|/g)} tries`,
    );
    const [agreeing] = /\d+ of \d+ exchanges agree/.exec(pageOf('test/recordings/agreement')) ?? [];
    expect(PAGE).toContain(`[${agreeing}]`);
  });

  it('has the range of the shares of intervals that hold', () => {
    const shares = [...pageOf('test/evidence/planning-intervals').matchAll(/\| ([\d.]+) % \|/g)];
    const values = shares.map(([, share]) => Number(share));
    expect(PAGE).toContain(`[${Math.min(...values)} to ${Math.max(...values)} % of 400 plans]`);
  });
});

// Cells that begin with a dash are of runs in which the lie cannot show.
function foundText(name: string, column: number): string {
  const cells = pageOf(`test/evidence/${name}`)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((row) => row.length > 6 && row[1] !== 'Lie' && !row[1]?.startsWith('---'))
    .map((row) => row[column + 1] as string)
    .filter((cell) => !cell.startsWith('–'));
  const found = cells.filter((cell) => cell !== '**no**' && cell !== 'not told');
  return `${found.length} of ${cells.length} lies`;
}

function sums(page: string, pattern: RegExp): string {
  const counts = [...page.matchAll(pattern)];
  const sum = (at: number): number => counts.reduce((total, count) => total + Number(count[at]), 0);
  return `${sum(1)} of ${sum(2)}`;
}
