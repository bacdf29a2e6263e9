import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../../src/checks/registry.ts';
import { CHECK_TEXTS } from '../../../src/report/words/check-texts.ts';

const DOCS = readFileSync(new URL('../../../docs/load-testing.md', import.meta.url), 'utf8');
const ofLoads = CHECKS.filter(({ appliesTo }) => appliesTo.includes('load')).map(({ name }) => name);

describe('a check of a load', () => {
  it.each(ofLoads)('has a sentence on the page and a row in the documentation: %s', (name) => {
    expect(CHECK_TEXTS[name]).toMatch(/^[A-Z].*[^.]$/);
    expect(DOCS).toMatch(new RegExp(`^\\| [^|]*\`${name}\``, 'm'));
  });
});
