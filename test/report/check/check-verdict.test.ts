import { describe, expect, it } from 'vitest';
import { type ContractReport, MORE_TIME } from '../../../src/model/check/contract-report.ts';
import type { Counterexample } from '../../../src/model/check/counterexample.ts';
import type { CheckReport } from '../../../src/model/check/check-report.ts';
import { checkJson, checkSentence, checkWord } from '../../../src/report/check/check-verdict.ts';
import { type CheckFacts, checkPage, checkText } from '../../../src/report/check/check-document.ts';
import { checkJunit } from '../../../src/report/check/check-junit.ts';

const NOTHING: CheckReport = {
  seed: '1',
  sequences: { held: 0, violated: 0, accepted: 0, unknown: 0 },
  calls: 0,
  counterexamples: [],
  covered: [],
  ended: 'runs',
  took: { contractMs: 0, sequencesMs: 0, shrinkingMs: 0 },
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

  it('says it of nothing that was not asked for want of time, where all that was judged holds', () => {
    const judged = { operation: 'pay', outcome: 'ok', source: 'api.md 4' } as const;
    const cases: ContractReport['cases'] = [
      { ...judged, name: 'pay-partner', verdict: { kind: 'agrees' } },
      { ...judged, name: 'pay-twice', verdict: { kind: 'not-run', needs: MORE_TIME } },
      { ...judged, name: 'pay-more', verdict: { kind: 'not-run', needs: 'a mediator' } },
    ];
    const contract = { dialect: 'raiden', node: 'n1', url: 'http://n1', cases, absent: [], partial: true };
    const took = { contractMs: 9_000, sequencesMs: 15_000, shrinkingMs: 0 };
    const report: CheckReport = { ...NOTHING, contract, took, ended: 'time' };
    expect(checkWord(report)).toBe('holds');
    expect(checkSentence(report)).toBe(
      'The nodes do what the model says: 0 sequences with 0 calls, none went wrong; 1 case of the contract agree; 1 case not asked for want of more time (--time). No sequence was judged: the contract took 9 s.',
    );
    expect(checkWord({ ...report, contract: { ...contract, cases: cases.slice(1) } })).toBe('unknown');
  });

  it('names a case of the contract that could not be judged, beside those that agree', () => {
    const judged = { operation: 'pay', outcome: 'ok', source: 'api.md 4' } as const;
    const cases: ContractReport['cases'] = [
      { ...judged, name: 'pay-partner', verdict: { kind: 'agrees' } },
      {
        ...judged,
        name: 'pay-twice',
        verdict: { kind: 'unknown', why: 'a request before was not answered' },
      },
    ];
    const contract = { dialect: 'raiden', node: 'n1', url: 'http://n1', cases, absent: [], partial: false };
    const report = { ...NOTHING, sequences: { ...NOTHING.sequences, held: 3 }, contract };
    expect(checkSentence(report)).toBe(
      'Nothing is wrong, but 1 case of the contract could not be judged: pay-twice: a request before was not answered',
    );
    expect(checkWord(report)).toBe('unknown');
  });
});

describe('a check that judged little', () => {
  const little: CheckReport = {
    ...NOTHING,
    calls: 83_521,
    sequences: { ...NOTHING.sequences, held: 5 },
    took: { contractMs: 4000, sequencesMs: 55_000, shrinkingMs: 0 },
    ended: 'time',
  };

  it('says where its time went', () => {
    expect(checkSentence(little)).toBe(
      'The nodes do what the model says: 5 sequences with 83,521 calls, none went wrong. Hardly any sequence was judged: the contract took 4 s, each sequence 11 s.',
    );
    expect(checkSentence({ ...little, ended: 'runs' })).not.toContain('Hardly');
  });

  it('names the transfers that were pending all the time, of which nobody can say whether they are stuck', () => {
    const leftOver = { payments: 1, channels: ['n1–n2'] };
    expect(checkSentence({ ...little, ended: 'runs', leftOver })).toMatch(
      /\. Not judged: 1 payment that no sequence sent and that nodes still list as pending \(n1–n2\)\.$/,
    );
  });
});

const seen = (times: number): Counterexample => ({
  id: `seen-${times}`,
  found: { check: 'balances', title: 'alice shows 4', predicted: '5', observed: '4' },
  pace: 'sequential',
  reproduced: { times, of: 3 },
  text: '',
  steps: 1,
  curl: [],
  afterSequences: 1,
  story: { nodes: [], calls: [], balances: [] },
  shrinking: { tried: 2, kept: 0 },
});
const factsOf = (report: CheckReport): CheckFacts => ({
  report,
  subject: 'n',
  command: 'again',
  again: (id) => `try ${id}`,
  versions: { millrace: '0.0.0', node: 'v20.0.0' },
});

describe('a check that says violated', () => {
  const asked = { calls: 90, sequences: { held: 3, violated: 1, accepted: 0, unknown: 1 } };

  it('counts as ways what was seen again', () => {
    const report = { ...NOTHING, ...asked, counterexamples: [seen(3), seen(0)] };
    expect(checkSentence(report)).toBe(
      'The nodes do otherwise than the model in 1 way: 5 sequences with 90 calls, 1 of them went wrong.',
    );
  });

  it('cuts nothing of what is wrong on a terminal, however narrow', () => {
    const observed = 'so much more than predicted that no line of a log has room for all of it';
    const example = seen(3);
    const report = {
      ...NOTHING,
      ...asked,
      counterexamples: [{ ...example, found: { ...example.found, observed } }],
    };
    const text = checkText(factsOf(report), { color: false, width: 40 });
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      `Observed ${observed} Rule Every channel is as predicted in every view of both its ends (balances) Seen 3 of 3 times`,
    );
    expect(text).toContain('    try seen-3\n');
  });

  it('counts no way where the contract alone is broken', () => {
    const verdict = { kind: 'differs', expected: '200', observed: '500', curl: 'curl' } as const;
    const contract: ContractReport = {
      dialect: 'raiden',
      node: 'alice',
      url: 'http://127.0.0.1:5001',
      cases: [{ name: 'address', operation: 'getAddress', outcome: 'ok', source: 'recorded', verdict }],
      absent: [],
      partial: false,
    };
    const report = {
      ...NOTHING,
      ...asked,
      sequences: { ...NOTHING.sequences, held: 5 },
      contract,
    };
    expect(checkSentence(report)).toBe(
      'The nodes do otherwise than the model: 5 sequences with 90 calls, none went wrong; 1 case of the contract is answered otherwise.',
    );
  });
});

describe('the drawing of a case', () => {
  it('is as wide as the longest of its texts needs', () => {
    const observed = 'no answer (deadline), but it happened';
    const counterexample: Counterexample = {
      ...seen(3),
      story: {
        nodes: ['n1', 'n2', 'n3'],
        calls: [
          {
            node: 'n3',
            way: ['n3', 'n2', 'n1'],
            asked: 'n3 pays n1 957325 TOK',
            predicted: '409 lock expired',
            observed,
            isBlamed: true,
          },
        ],
        balances: [],
      },
    };
    const page = checkPage(factsOf({ ...NOTHING, counterexamples: [counterexample] }));
    const [, width = '0'] = /viewBox="0 0 (\d+)/.exec(page) ?? [];
    // Letters in bold of 12 px, with some room on both sides.
    expect(Number(width)).toBeGreaterThan(8 + 8 * `${observed} (model: 409 lock expired)`.length);
    // In the first screen, and there only.
    const [head = '', body = ''] = page.split('id="case-');
    expect(head).toMatch(/Sequences that held.*<svg role="img"/s);
    expect(body).not.toContain('<svg role="img"');
  });
});

it('ticks the calls of a case that ended as the model says, and no others', () => {
  const call = { node: 'n1', way: ['n1', 'n2'], predicted: '200 succeeded', isBlamed: false };
  const calls = [
    { ...call, asked: 'n1 pays n2 1 TOK', observed: '200 succeeded' },
    { ...call, asked: 'n1 pays n2 2 TOK', observed: '409 no route', isBlamed: true },
    { ...call, asked: 'n1 pays n2 3 TOK', observed: '409 no route' },
    { ...call, asked: 'n1 pays n2 4 TOK' },
  ];
  const story = { nodes: ['n1', 'n2'], calls, balances: [] };
  const text = checkText(factsOf({ ...NOTHING, counterexamples: [{ ...seen(3), story }] }), {
    color: false,
    width: 100,
  });
  for (const line of [
    '✓ 0  n1 pays n2 1 TOK: 200 succeeded\n',
    '✗ 1  n1 pays n2 2 TOK: 409 no route (model: 200 succeeded)\n',
    '! 2  n1 pays n2 3 TOK: 409 no route (model: 200 succeeded)\n',
    '! 3  n1 pays n2 4 TOK: not reached (model: 200 succeeded)\n',
  ])
    expect(text).toContain(line);
});

it('shows how many cases of the contract agree, and which were not asked', () => {
  const judged = { operation: 'pay', outcome: 'ok', source: 'api.md 4' } as const;
  const cases: ContractReport['cases'] = [
    { ...judged, name: 'pay-partner', verdict: { kind: 'agrees' } },
    { ...judged, name: 'pay-more', verdict: { kind: 'not-run', needs: 'a mediator' } },
  ];
  const contract = { dialect: 'raiden', node: 'n1', url: 'http://n1', cases, absent: [], partial: false };
  const page = checkPage(factsOf({ ...NOTHING, contract }));
  expect(page).toMatch(/id="contract-cases".*ok 1.*1 case: needs a mediator/s);
});
