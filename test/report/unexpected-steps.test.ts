import { describe, expect, it } from 'vitest';
import { htmlReport, textSummary } from '../../src/report/sections/run-document.ts';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { junitXml } from '../../src/report/ci/junit.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { smallReplay } from '../fixtures/example-runs.ts';
import { steppedRun } from '../fixtures/stepped-run.ts';
import { step } from '../world/records.ts';

const WHY =
  'at hub in DAI:3: available balance 20 DAI (balance 20 DAI, locked 0 DAI); needed: available balance of at least 60 DAI';

describe('steps that end otherwise than the scenario says', () => {
  it('are named on the terminal, each with what the scenario says and what happened', () => {
    const text = textSummary(steppedRun(), { color: false, width: 120 });
    expect(text).toContain('✗ alice pays shop 60 DAI · steps[1]');
    expect(text).toMatch(/expected +success\n +observed +409 no route, at hub in DAI:3/);
    expect(text).toContain('✗ alice looks at its DAI channel with bob · steps[2]');
    expect(text).toMatch(
      /expected +balance 45 DAI within 1 s\n +observed +expected balance 45 DAI, found 40 DAI/,
    );
    expect(text).not.toContain('steps[0]');
  });

  it('tell amounts in whole tokens, with every digit that they are held against', () => {
    const { header, ...run } = steppedRun();
    const tokens = header.scenario.tokens.map((token) => ({ ...token, decimals: 18 }));
    const page = htmlReport({ ...run, header: { ...header, scenario: { ...header.scenario, tokens } } });
    expect(page).toContain('balance 0.000000000000000045 DAI within 1 s');
    expect(page).toContain('expected balance 0.000000000000000045 DAI, found 0.00000000000000004 DAI');
  });

  it('are named on the page', () => {
    const page = htmlReport(steppedRun());
    expect(page).toContain('2 steps did not end as the scenario expects');
    for (const part of ['steps[1]', 'alice pays shop 60 DAI', '409 no route', 'balance 45 DAI within 1 s'])
      expect(page).toContain(part);
  });

  it('stand in summary.json', () => {
    expect(summaryOf(steppedRun()).unexpectedSteps).toEqual([
      {
        operation: 1,
        step: 'steps[1]',
        asked: 'alice pays shop 60 DAI',
        expected: 'success',
        observed: `409 no route, ${WHY}`,
      },
      {
        operation: 2,
        step: 'steps[2]',
        asked: 'alice looks at its DAI channel with bob',
        expected: 'balance 45 within 1 s',
        observed: 'expected balance 45, found 40',
      },
    ]);
  });

  it('stand in junit.xml with what was expected and observed', () => {
    const xml = junitXml(steppedRun());
    expect(xml).toContain('expected success&#10;observed 409 no route, at hub in DAI:3');
    expect(xml).toContain('expected balance 45 within 1 s&#10;observed expected balance 45, found 40');
  });
});

it.each([
  ['simulation', undefined],
  ['replay', smallReplay().comparison],
])('an observation without an answer is unexpected in a %s', (_, compared) => {
  const looked = step(
    { id: 0, kind: 'observe', observation: { of: 'nothing', because: '' }, withinMs: 0 },
    { kind: 'indeterminate', cause: 'deadline', detail: 'no answer' },
  );
  const comparison = compared && { ...compared, differences: 0 };
  const run = steppedRun({ records: [looked], ...(comparison && { comparison }) });
  expect(verdictOf(run).sentence).toBe('1 step did not end as the scenario expects.');
});

describe('junit.xml of a replay', () => {
  it('says of each difference what was predicted and observed', () => {
    expect(junitXml(smallReplay())).toContain(
      'predicted one EventPaymentSentSuccess with identifier 2&#10;observed two EventPaymentSentSuccess with identifier 2',
    );
  });
});
