import { describe, expect, it } from 'vitest';
import type { CaseVerdict, ContractReport, JudgedCase } from '../../../src/model/check/contract-report.ts';
import { expectAsPublished } from '../../fixtures/published-schema.ts';
import { contractDocument, contractJson } from '../../../src/report/check/contract-document.ts';
import { contractSuites } from '../../../src/report/check/check-suites.ts';
import { textOf } from '../../../src/report/blocks/terminal.ts';
import { junitDocument } from '../../../src/report/ci/junit-document.ts';
import { elementNames } from '../../fixtures/strict-xml.ts';

const DIFFERS: CaseVerdict = {
  kind: 'differs',
  expected: '409 {"errors":"Amount negative"}',
  observed: '200 <&"]]>',
  curl: `curl -si -X POST -H 'content-type: application/json' --data-binary '{"amount":"0"}' 'http://127.0.0.1:5001/api/v1/payments/0x1/0x2'`,
};

function judged(name: string, outcome: JudgedCase['outcome'], verdict: CaseVerdict): JudgedCase {
  return {
    name,
    operation: name.startsWith('pay') ? 'pay' : 'getAddress',
    outcome,
    source: 'recorded 1',
    verdict,
  };
}

const REPORT: ContractReport = {
  dialect: 'raiden',
  node: 'alice',
  url: 'http://127.0.0.1:5001',
  cases: [
    judged('address', 'ok', { kind: 'agrees' }),
    judged('pay-partner', 'ok', { kind: 'agrees' }),
    judged('pay-over-a-mediator', 'ok', { kind: 'not-run', needs: 'a listed node' }),
    judged('pay-amount-0', 'invalid-amount', DIFFERS),
    judged('pay-amount-negative', 'invalid-amount', { kind: 'agrees' }),
    judged('pay-nobody', 'target-offline', { kind: 'unknown', why: 'the node has stopped answering' }),
  ],
  absent: [],
  partial: false,
};

const textOfReport = (report: ContractReport): string =>
  `${textOf(contractDocument(report), { color: false, width: 72 }, 22)}\n`;

describe('the text of a contract report', () => {
  it('is a table, every difference with a shell line, and what was not asked', () => {
    expect(textOfReport(REPORT)).toBe(`\
Contract of raiden at alice, http://127.0.0.1:5001
✗ 3 of 6 cases agree, 1 differ, 1 unknown, 1 skipped

getAddress  ok 1
pay         ok 1, invalid amount 1 of 2, target offline 0 of 1
Answers that differ from the contract
  ✗ pay-amount-0 · pay
    expected    409 {"errors":"Amount negative"}
    observed    200 <&"]]>
    source      recorded 1
    curl -si -X POST -H 'content-type: application/json' \\
      --data-binary '{"amount":"0"}' 'http://127.0.0.1:5001/api/v1/payments/0x1/0x2'
Skipped
  1 case: needs a listed node
  1 case: the node has stopped answering
`);
  });

  it('names twenty differences, and counts the others', () => {
    const many = Array.from({ length: 23 }, (_, at) => judged(`pay-${at}`, 'ok', DIFFERS));
    const text = textOfReport({ ...REPORT, cases: many });
    expect(text.match(/^ {2}✗ /gm)).toHaveLength(20);
    expect(text).toContain('  and 3 more\n');
  });

  it('says unknown where nothing differs and something could not be asked', () => {
    const cases = REPORT.cases.filter(({ verdict }) => verdict.kind !== 'differs');
    expect(textOfReport({ ...REPORT, cases })).toMatch(/^\? 3 of 5 cases/m);
  });
});

describe('the files of a contract report', () => {
  it('hold every case: failures, errors and skipped ones in JUnit XML', () => {
    const xml = junitDocument('contract.raiden', contractSuites(REPORT));
    expect(elementNames(xml).filter((name) => name !== 'testcase')).toEqual([
      'testsuites',
      'testsuite',
      'testsuite',
      'skipped',
      'failure',
      'error',
    ]);
    expect(xml).toContain('name="contract.raiden.pay" tests="5" failures="1" errors="1" skipped="1"');
  });

  it('hold counts and cases in JSON, as published', () => {
    expect(JSON.parse(contractJson(REPORT))).toMatchObject({
      counts: { agrees: 3, differs: 1, 'not-run': 1, unknown: 1 },
      cases: REPORT.cases,
    });
    expectAsPublished('contract', contractJson(REPORT));
  });
});
