import { describe, expect, it } from 'vitest';
import { judgeThresholds } from '../../src/verdict/performance/judge-thresholds.ts';
import { LoadAggregate } from '../../src/model/load/load-aggregate.ts';
import { resolvedFigures } from '../../src/model/load/resolved-counts.ts';
import type { OperationRecord, Outcome } from '../../src/model/run/operation.ts';
import type { LoadRun } from '../../src/model/run/run.ts';
import { htmlReport, textSummary } from '../../src/report/sections/run-document.ts';
import { junitXml } from '../../src/report/ci/junit.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { exampleScenario, expectations, NO_ROUTE, payment } from '../fixtures/example-runs.ts';
import { loadRun } from '../fixtures/load-runs.ts';

const unanswered = (
  cause: Extract<Outcome, { kind: 'indeterminate' }>['cause'],
  resolved: NonNullable<Extract<Outcome, { kind: 'indeterminate' }>['resolved']>,
): Outcome => ({ kind: 'indeterminate', cause, detail: '', resolved });

// Of every kind another number, so that no two figures are equal by chance.
const ENDS: readonly (readonly [count: number, outcome: Outcome])[] = [
  [40, { kind: 'succeeded', status: 200 }],
  [23, NO_ROUTE],
  [11, unanswered('connection-broken', 'happened')],
  [7, unanswered('deadline', 'did-not-happen')],
  [5, unanswered('deadline', 'pending')],
  [3, unanswered('connection-broken', 'unknown')],
];
const SUCCEEDED = 51;
const FAILED = 30;
const OPEN = 8;
const ANSWERED_WELL = 40;
const UNANSWERED = 26;
const PAYMENTS = 89;

const COUNTED = {
  all: '51 of 89; 30 failed, 5 pending, 3 indeterminate (18 without an answer',
  sample: '51 of 89; 30 failed, 8 indeterminate',
} as const;

const CHECKS = [
  { name: 'sums', verdict: 'holds', detail: '2 nodes' },
  { name: 'overdrawn', verdict: 'unknown', detail: 'too many orders' },
  { name: 'recovery', verdict: 'not-checked', detail: 'nothing was asked' },
] as const;

function mixedLoad({ kept }: { readonly kept: 'all' | 'sample' }): LoadRun {
  const outcomes = ENDS.flatMap(([count, outcome]) => Array.from({ length: count }, () => outcome));
  const records = outcomes.map((outcome, id): OperationRecord => {
    // Answers take 20 ms, what is given up is waited for 30 s.
    const latencyMs = outcome.kind === 'indeterminate' ? 30_000 : 20;
    return {
      ...payment(id, { path: ['alice', 'bob'], amount: 10n, outcome, latencyMs }),
      intendedAtMs: id * 100,
    };
  });
  const aggregate = new LoadAggregate();
  for (const record of records) aggregate.add(record);
  const thresholds = [
    { metric: 'payments_succeeded', condition: 'rate>0.99', abortOnFail: false, delayAbortEvalMs: 0 },
    { metric: 'answered', condition: 'rate>0.99', abortOnFail: false, delayAbortEvalMs: 0 },
    { metric: 'payments_failed', condition: 'rate<0.01', abortOnFail: false, delayAbortEvalMs: 0 },
    { metric: 'payments_indeterminate', condition: 'rate<0.01', abortOnFail: false, delayAbortEvalMs: 0 },
  ];
  const base = loadRun({
    aggregate,
    kept: { kind: kept, of: records.length },
    checks: CHECKS,
    thresholds: judgeThresholds(thresholds, resolvedFigures(aggregate, records)),
  });
  const expected = expectations('success_rate >= 90 %', 'failed == 0', 'failures.no-answer == 0');
  return {
    ...base,
    records,
    header: { ...base.header, scenario: exampleScenario({ expect: expected }) },
  };
}

describe.each(['all', 'sample'] as const)(
  'one count of the payments of a load (records kept: %s)',
  (kept) => {
    const run = mixedLoad({ kept });
    const rate = SUCCEEDED / PAYMENTS;

    it('stands in summary.json, in its metrics as in what it says of the load', () => {
      const { metrics, load, failures } = summaryOf(run);
      const counts = { payments: PAYMENTS, succeeded: SUCCEEDED, failed: FAILED, indeterminate: OPEN };
      expect(metrics).toMatchObject({ ...counts, success_rate: rate });
      expect(load?.counts).toMatchObject(counts);
      expect(failures.byReason).toEqual({ 'no-route': 23, 'no-answer': 7 });
      expect(load?.reasons).toEqual(failures.byReason);
      expect(metrics).toMatchObject({ volume: 510, volume_rate: rate });
    });

    it('is what thresholds are judged by; what got no answer is no success for its payer', () => {
      const actual = run.load.thresholds.map((threshold) => threshold.actual);
      expect(actual).toEqual([
        ANSWERED_WELL / PAYMENTS,
        (PAYMENTS - UNANSWERED) / PAYMENTS,
        FAILED / PAYMENTS,
        OPEN / PAYMENTS,
      ]);
    });

    it('stands on the terminal, a share in percent wherever it is one', () => {
      const text = textSummary(run, { color: false, width: 120 });
      expect(text).toContain(`57.3 % · ${COUNTED[kept]}`);
      expect(text).toMatch(/share of payments that succeeded more than 99 % +44.94 %/);
      expect(text).toMatch(/no route +23/);
      expect(text).toMatch(/no answer +7/);
    });

    it('stands on the page', () => {
      const page = htmlReport(run);
      expect(page).toContain(COUNTED[kept]);
      expect(page).toContain('30 failed payments by the reason');
      expect(page).toContain('57.3 %');
      expect(page).not.toMatch(/5 min at most/);
    });

    it('stands in junit.xml, where a check that was not made is skipped', () => {
      const xml = junitXml(run);
      expect(xml).toMatch(/name="payments_succeeded: rate&gt;0.99"><failure message="is 0.4494"/);
      expect(xml).toMatch(/name="success_rate &gt;= 90 %"><failure message="success_rate is 57.3034 %"/);
      expect(xml).toContain('message="failed is 30"');
      expect(xml).toContain('message="failures.no-answer is 7"');
      expect(xml).toMatch(/name="recovery"><skipped/);
    });

    it('has the latency of payments that succeeded, and of no others', () => {
      const { metrics } = summaryOf(run);
      expect(metrics['latency_p99_ms']).toBeCloseTo(20, 0);
    });
  },
);
