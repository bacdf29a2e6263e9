import { describe, expect, it } from 'vitest';
import { type CaseVerdict, MORE_TIME } from '../../../src/model/check/contract-report.ts';
import { reproducedText } from '../../../src/model/check/counterexample.ts';
import type { CheckReport } from '../../../src/model/check/check-report.ts';
import { checkJson, checkSentence, checkWord, notJudged } from '../../../src/report/check/check-verdict.ts';
import { checkDocument } from '../../../src/report/check/check-document.ts';
import { checkSuites } from '../../../src/report/check/check-suites.ts';
import { textOf } from '../../../src/report/blocks/terminal.ts';
import { contractOf, NONE, NOTHING, seen } from './example-check.ts';
import { expectAsPublished } from '../../fixtures/published-schema.ts';

const AGREES: CaseVerdict = { kind: 'agrees' };
const DIFFERS: CaseVerdict = { kind: 'differs', expected: '200', observed: '500', curl: 'curl' };
const LATE: CaseVerdict = { kind: 'not-run', needs: MORE_TIME };
const NEEDS_MONEY: CaseVerdict = { kind: 'not-run', needs: 'a channel with 100 units' };
const UNANSWERED: CaseVerdict = { kind: 'unknown', why: 'a request before was not answered' };
const WHY = "n1's channels could not be read (no answer within 5000 ms).";

const failed = { calls: 90, sequences: { ...NONE, held: 3, violated: 1, unknown: 1 } };

describe('the verdict of a check', () => {
  it.each([
    [
      'ran out of time',
      'unknown',
      { ended: 'time' },
      'Too little was judged (0 of at least 10 sequences): 0 of 0 sequences failed (0 calls).',
    ],
    [
      'had too few sequences',
      'unknown',
      {},
      'Too little was judged (0 of at least 10 sequences): 0 of 0 sequences failed (0 calls).',
    ],
    [
      'judged nine sequences in its time',
      'unknown',
      { sequences: { ...NONE, held: 9 }, calls: 20, uncovered: ['deposit'], ended: 'time' },
      'Too little was judged (9 of at least 10 sequences): 0 of 9 sequences failed (20 calls).',
    ],
    [
      'judged no deposit',
      'unknown',
      { sequences: { ...NONE, held: 10 }, uncovered: ['deposit'], ended: 'time' },
      'Too little was judged (no deposit): 0 of 10 sequences failed (0 calls).',
    ],
    [
      'judged the one sequence that it was asked for',
      'unknown',
      { sequences: { ...NONE, held: 1 }, uncovered: ['deposit'] },
      'Too little was judged (1 of at least 10 sequences): 0 of 1 sequence failed (0 calls).',
    ],
    [
      'covered too little of the space',
      'unknown',
      { sequences: { ...NONE, held: 12 }, space: { covered: 0, of: 380 } },
      'Too little was judged (0 of at least 190 pairs of states): 0 of 12 sequences failed (0 calls); coverage 0 of 380 pairs.',
    ],
    [
      'judged as many sequences as it was asked for',
      'holds',
      { sequences: { ...NONE, held: 40 }, uncovered: ['deposit'], space: { covered: 190, of: 380 } },
      'No mismatch with the model: 0 of 40 sequences failed (0 calls); coverage 190 of 380 pairs.',
    ],
    [
      'skipped most cases of the contract',
      'unknown',
      { sequences: { ...NONE, held: 20 }, contract: contractOf(AGREES, NEEDS_MONEY, NEEDS_MONEY) },
      'Too little was judged (1 of 3 contract cases): 0 of 20 sequences failed (0 calls); 0 of 1 contract case differ; 2 contract cases skipped.',
    ],
    [
      'met an accepted mismatch',
      'holds',
      { sequences: { ...NONE, held: 11, accepted: 2 }, ended: 'time' },
      'No mismatch with the model: 0 of 13 sequences failed, 2 with accepted mismatches (0 calls).',
    ],
    [
      'could not read something',
      'unknown',
      { sequences: { ...NONE, held: 10, unknown: 1 }, unknowns: [WHY] },
      `No certain mismatch: 0 of 11 sequences failed (0 calls); 1 sequence could not be judged: ${WHY}`,
    ],
    [
      'had an unanswered case of the contract',
      'unknown',
      { sequences: { ...NONE, held: 10 }, contract: contractOf(AGREES, UNANSWERED) },
      'No certain mismatch: 0 of 10 sequences failed (0 calls); 0 of 1 contract case differ; 1 contract case could not be judged: pay-1: a request before was not answered.',
    ],
    [
      'had no time for some cases of the contract',
      'unknown',
      { sequences: { ...NONE, held: 20 }, contract: contractOf(AGREES, AGREES, LATE) },
      'Too little was judged (2 of 3 contract cases): 0 of 20 sequences failed (0 calls); 0 of 2 contract cases differ; 1 contract case skipped.',
    ],
    [
      'saw a case again, and another one once',
      'violated',
      { ...failed, counterexamples: [seen(3), seen(0)], unknowns: [WHY] },
      `1 mismatch with the model: alice shows 4; 1 of 5 sequences failed (90 calls); 1 sequence could not be judged: ${WHY}`,
    ],
    [
      'saw the contract broken alone',
      'violated',
      { sequences: { ...NONE, held: 5 }, contract: contractOf(DIFFERS), ended: 'interrupted' },
      'Mismatch: pay-0 is not answered as the contract says; 0 of 5 sequences failed (0 calls); 1 of 1 contract case differ; interrupted.',
    ],
  ] as const)('of one that %s is %s', (_what, word, changes, sentence) => {
    const report: CheckReport = { ...NOTHING, ...changes };
    expect(checkWord(report)).toBe(word);
    expect(checkSentence(report)).toBe(sentence);
    expect(JSON.parse(checkJson(report))).toMatchObject({ verdict: word, sentence });
    expectAsPublished('check', checkJson(report));
    expect(checkSuites(report)['sequences']?.[0]).toMatchObject({
      name: sentence,
      ...(word === 'unknown' && { unknown: report.unknowns.join('; ') || sentence }),
    });
  });

  it('lists beside it all that was not judged', () => {
    const report: CheckReport = {
      ...NOTHING,
      sequences: { ...NONE, held: 5 },
      contract: contractOf(AGREES, LATE, UNANSWERED),
      ended: 'time',
      longestMs: 9_400,
      notJudged: ['n1 opens a channel with n2: no answer for 7 s when the time was over'],
    };
    expect(notJudged(report)).toEqual([
      'Not judged: n1 opens a channel with n2: no answer for 7 s when the time was over.',
      '1 contract case skipped: out of time (raise --time).',
      'A green verdict needs 10 sequences, the contract, every kind of call and half of the pairs. The time ended first; one sequence took 9.4 s (raise --time, or check a smaller network).',
    ]);
  });
});

describe('how often a case was reproduced', () => {
  it('is the number of attempts, or why there were none', () => {
    const shrinking = { tried: 2, kept: 1 };
    expect(reproducedText({ reproduced: { times: 3, of: 3 }, shrinking })).toBe('3 of 3 attempts');
    expect(reproducedText({ reproduced: { times: 0, of: 0 }, shrinking })).toBe(
      'seen once more while shrinking; not tried on its own',
    );
    expect(reproducedText({ reproduced: { times: 0, of: 0 }, shrinking: { tried: 2, kept: 0 } })).toBe(
      'not tried: out of time',
    );
  });
});

describe('the document of a check', () => {
  const call = { node: 'n1', predicted: '200 succeeded', isBlamed: false };
  const observed = 'no answer (deadline), but it happened, which no line of a log has room for';
  const calls = [
    { ...call, asked: 'n1 pays n2 1 TOK', observed: '200 succeeded' },
    { ...call, asked: 'n1 pays n2 2 TOK', observed, isBlamed: true },
    { ...call, asked: 'n1 pays n2 3 TOK', observed: '409 no route', route: ['n1', 'n3', 'n2'] },
    { ...call, asked: 'n1 pays n2 4 TOK' },
  ];
  const found = { ...seen(3).found, observed };
  const counterexamples = [{ ...seen(3), found, calls }];
  const document = checkDocument({
    report: { ...NOTHING, ...failed, counterexamples },
    subject: 'n',
    command: 'again',
    again: (id) => `try ${id}`,
    versions: { millrace: '0.0.0', node: 'v20.0.0' },
  });

  it('ticks the calls of a case that ended as the model says, and cuts nothing on a narrow terminal', () => {
    const text = textOf(document, { color: false, width: 40 }, 22).replaceAll(/\s+/g, ' ');
    for (const line of [
      '✓ 0 n1 pays n2 1 TOK: 200 succeeded',
      '✗ 1 n1 pays n2 2 TOK: no answer',
      '! 2 n1 pays n2 3 TOK (n1 → n3 → n2):',
      `Observed ${observed} Rule Every channel is as predicted in every view of both its ends (balances) Reproduced 3 of 3 attempts`,
      'try seen-3',
    ])
      expect(text).toContain(line);
    expect(text).not.toContain('n1 pays n2 4 TOK');
  });
});
