import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { carries } from '../../../src/verdict/failures/dead-ends.ts';
import { CHECKS } from '../../../src/verdict/registry.ts';
import { CHECK_TEXTS } from '../../../src/report/words/check-texts.ts';

const DOCS = { replay: docs('replay'), load: docs('load-testing') };
const ALL = [...CHECKS, carries].map((check) => [check.name, check] as const);
// Of loads, judged by their driver and no part of the registry.
const OTHERS = ['recovery', 'every-outcome', 'after-load'];

describe('a check', () => {
  it.each(ALL)('has a sentence on the page: %s', (name) => {
    expect(CHECK_TEXTS[name]).toMatch(/^[A-Z].*[^.]$/);
  });

  it.each(ALL)('has a row in the documentation of what it judges: %s', (name, { appliesTo }) => {
    const row = new RegExp(`^\\| [^|]*\`${name}\``, 'm');
    for (const kind of ['replay', 'load'] as const)
      if (appliesTo.includes(kind)) expect(DOCS[kind]).toMatch(row);
  });

  it('is behind every sentence', () => {
    const known = [...ALL.map(([name]) => name), ...OTHERS];
    expect(Object.keys(CHECK_TEXTS).toSorted()).toEqual(known.toSorted());
  });
});

function docs(page: string): string {
  return readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
}
