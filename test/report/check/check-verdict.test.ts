import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/model/check/check-report.ts';
import { checkJson } from '../../../src/report/check/check-json.ts';
import { checkJunit } from '../../../src/report/check/check-junit.ts';
import { checkSentence } from '../../../src/report/check/check-verdict.ts';

const NOTHING: CheckReport = {
  seed: '1',
  sequences: { held: 0, violated: 0, accepted: 0, unknown: 0 },
  calls: 0,
  counterexamples: [],
  covered: [],
  ended: 'time',
  isolation: 'each alone',
  unknowns: [],
  accepted: [],
};

describe('a check that says unknown', () => {
  it.each([
    ['time', 'before the time was over (--time).'],
    ['runs', 'within the number of sequences that was asked for (--runs).'],
  ] as const)('names what it had too little of: %s', (ended, words) => {
    const report = { ...NOTHING, ended };
    expect(checkSentence(report)).toBe(`Nothing was judged: no sequence came to its end ${words}`);
    expect(checkJson(report)).toContain(words);
    expect(checkJunit(report)).toContain(words);
  });

  it('names what a sequence had too little of', () => {
    const why = "Unknown: n1's channels could not be read (no answer within 5000 ms).";
    const report = {
      ...NOTHING,
      sequences: { ...NOTHING.sequences, held: 3, unknown: 1 },
      unknowns: [why],
    };
    expect(checkSentence(report)).toBe(`Nothing is wrong, but 1 sequence of 4 could not be judged: ${why}`);
    expect(checkJunit(report)).toContain('no answer within 5000 ms');
  });
});
