import { describe, expect, it } from 'vitest';
import { carries } from '../../../src/verdict/failures/dead-ends.ts';
import { CHECKS } from '../../../src/verdict/registry.ts';
import { CHECK_TEXTS } from '../../../src/report/words/check-texts.ts';

const ALL = [...CHECKS, carries].map(({ name }) => name);
// Of loads, judged by their driver and no part of the registry.
const OTHERS = ['recovery', 'every-outcome', 'after-load'];

describe('a check', () => {
  it.each(ALL)('has a sentence on the page: %s', (name) => {
    expect(CHECK_TEXTS[name]).toMatch(/^[A-Z].*[^.]$/);
  });

  it('is behind every sentence', () => {
    const known = [...ALL, ...OTHERS];
    expect(Object.keys(CHECK_TEXTS).toSorted()).toEqual(known.toSorted());
  });
});
