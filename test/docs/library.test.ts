import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as api from '../../src/index.ts';

const page = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8');

describe('the page on using it from code', () => {
  // The programs are run by .ci/package.sh, in a project that has the package.
  it.each(['simulate', 'replay', 'own-property'])('shows the program examples/%s.mjs as it is', (name) => {
    const program = readFileSync(new URL(`../../examples/${name}.mjs`, import.meta.url), 'utf8');
    expect(page).toContain(`\`\`\`js\n${program}\`\`\``);
  });

  it('names what can be imported, and nothing else', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name as string));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !(name in api))).toEqual([]);
  });
});
