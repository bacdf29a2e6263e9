import { exitCodeOf } from '../../src/cli/run-folder/conclude-run.ts';
import { describe, expect, it } from 'vitest';
import { LoadAggregate } from '../../src/model/load/load-aggregate.ts';
import type { LoadResult } from '../../src/model/load/load-result.ts';
import { htmlReport, textSummary } from '../../src/report/sections/run-document.ts';
import { junitXml } from '../../src/report/ci/junit.ts';
import { loadStretches } from '../../src/model/load/load-series.ts';
import { metricsOf } from '../../src/report/figures/metrics.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { loadRun, threshold } from '../fixtures/load-runs.ts';
import { parseExpectation } from '../../src/model/scenario/expectation.ts';
import { exampleScenario } from '../fixtures/example-runs.ts';
import { dueAt, failed } from '../world/records.ts';

const JUDGED: Partial<LoadResult> = {
  thresholds: [
    { threshold: threshold('payment_response_time', 'p(95)<500'), actual: 950, met: false },
    { threshold: threshold('payments_succeeded', 'rate>0.4'), actual: 0.5, met: true },
    { threshold: threshold('outcome_as_expected', 'rate>0.99'), met: false },
  ],
  checks: [
    { name: 'history', verdict: 'violated', detail: '1000 operations, 2 histories' },
    { name: 'overdrawn', verdict: 'unknown', detail: 'given up for channel DAI:1' },
    { name: 'recovery', verdict: 'holds', detail: 'at once' },
  ],
  findings: [
    {
      check: 'history',
      severity: 'difference',
      operation: 17,
      title: "bob's history has EventPaymentReceivedSuccess of this payment 2 times",
      predicted: '1 times',
      observed: '2 times',
      decidedBy: 'the answer to the payment',
    },
  ],
};

describe('the report of a load', () => {
  it('calls it not as expected when payments could not be sent', () => {
    const run = loadRun({});
    const [first] = run.records;
    const outcome = { kind: 'failed', status: 0, reason: 'driver-limit', message: 'EMFILE' } as const;
    if (first) run.load.aggregate.add({ ...first, outcome });
    expect(verdictOf(run)).toEqual({
      word: 'not-as-expected',
      sentence: '1 payment could not be sent from here.',
    });
  });

  it('judges no expectation of paths or fees, which nodes under load do not report', () => {
    const run = loadRun({});
    const written = ['path_length_max{payer=alice} == 4', 'fees == 7', 'payments == 1000'];
    const scenario = exampleScenario({ expect: written.flatMap((text) => parseExpectation(text) ?? []) });
    expect(verdictOf({ ...run, header: { ...run.header, scenario } })).toMatchObject({
      word: 'as-expected',
      sentence: expect.stringMatching(
        /^Not judged: 2 expectations of paths or fees, which a load does not see\. .*the expectation is met/,
      ),
    });
  });

  it('calls nothing as expected of which nothing was sent', () => {
    const aggregate = new LoadAggregate();
    const idle = { ...loadRun({ aggregate }), records: [] };
    expect(verdictOf(idle)).toEqual({ word: 'not-as-expected', sentence: 'Nothing was sent.' });
  });

  it('says which thresholds are not met, which had no sample, and which checks are violated', () => {
    const { word, sentence } = verdictOf(loadRun(JUDGED));
    expect(word).toBe('not-as-expected');
    expect(sentence).toContain('2 of 3 thresholds not met, 1 of them without a sample');
    expect(sentence).toMatch(/1 check violated: history; .*; the first finding: bob's history has/);
  });

  it('tells on the terminal what a node answered wrongly only once', () => {
    const once = {
      check: 'readable',
      severity: 'difference',
      operation: null,
      node: 'bob',
      title: 'bob does not show its history after the load, when it was asked once',
      predicted: 'an answer as the API says',
      observed: '200 with a body that is no JSON: <html>',
      decidedBy: 'reading every running node before and after the load',
    } as const;
    expect(textSummary(loadRun({ findings: [once] }), { color: false, width: 120 })).toContain(once.title);
  });

  it('is content with what holds, and not with what could not be read', () => {
    const judged = (verdict: 'holds' | 'unknown') => {
      const rest = { name: 'overdrawn', verdict, detail: "not read: bob's history" } as const;
      const run = loadRun({ checks: [{ name: 'recovery', verdict: 'holds', detail: 'at once' }, rest] });
      return { run, ...verdictOf(run) };
    };
    expect(judged('holds').word).toBe('as-expected');
    const { run, word, sentence } = judged('unknown');
    expect({ word, sentence }).toEqual({
      word: 'unknown',
      sentence: "Unknown: 1 check could not be made (overdrawn): not read: bob's history.",
    });
    expect(textSummary(run, { color: false, width: 80 })).toContain('? Unknown: 1 check could not be made');
    expect([exitCodeOf(run), exitCodeOf(run, { acceptUnknown: true })]).toEqual([5, 0]);
  });

  it('counts no wait for the last answers as time in which payments were sent', () => {
    const run = loadRun();
    const last = dueAt([10_000, 90_000], { id: 1000 }, failed('lock-expired'));
    run.load.aggregate.add(last);
    const text = textSummary({ ...run, records: [...run.records, last] }, { color: false, width: 120 });
    expect(text).toMatch(/Rate +50 successful payments\/s · offered 100\/s · the last one ended 80 s later/);
  });

  it('shows response times of payments that succeeded beside those of all', () => {
    const run = loadRun();
    const page = htmlReport(run);
    expect(page).toMatch(/Half of the payments that succeeded took at most 4 ms, 99 of 100 at most/);
    expect(page).toMatch(/p99 of successful payments<\/dt><dd class="figure">4 ms/);
    expect(page.toLowerCase()).toMatch(/all payments: p50 \S+\sms, p95/);
  });

  it('sets figures beside those of the baseline in words and units, and says where payments are too few', () => {
    const figures = [
      { metric: 'payment_duration p(99)', baseline: 210, current: 731, worse: false, unclear: true },
      { metric: 'payments_succeeded', baseline: 1, current: 0.9, worse: true, unclear: false },
      { metric: 'dropped', baseline: 0, current: 0, worse: false, unclear: false },
    ];
    const run = loadRun({ baseline: { confidence: 0.99, figures } });
    const text = textSummary(run, { color: false, width: 120 });
    expect(text).toContain('Worse than the baseline: payments that succeeded');
    expect(text).toMatch(/✗ Payments that succeeded +100 % +90 %\n.*\? p99 service time +210 ms +731 ms\n/);
    const page = htmlReport(run).replaceAll('\u00a0', ' ');
    for (const said of ['p99 service time', '210 ms', '731 ms', 'too few to tell', '90 %', 'not worse'])
      expect(page).toContain(said);
    const unclear = loadRun({ baseline: { confidence: 0.99, figures: figures.slice(0, 1) } });
    expect(verdictOf(unclear).sentence).toContain(
      'no figure is significantly worse than in the baseline, but too few payments for 1 figure',
    );
  });

  it('counts no check that was not made as one that does not hold', () => {
    const skipped = { name: 'recovery', verdict: 'not-checked', detail: 'not waited for' } as const;
    const held = { name: 'history', verdict: 'holds', detail: 'all' } as const;
    const text = textSummary(loadRun({ checks: [held, skipped] }), { color: false, width: 80 });
    expect(text).toContain('1 of 1 hold · recovery not checked');
    expect(text).toContain('1 check held, 1 not made');
    const broken = { name: 'after-load', verdict: 'not-checked', detail: 'the load was broken off' } as const;
    expect(textSummary(loadRun({ checks: [broken] }), { color: false, width: 80 })).toContain(
      'Checks    not made: the load was broken off',
    );
  });

  it('fits on one terminal screen, with what failed first', () => {
    const text = textSummary(loadRun(JUDGED), { color: false, width: 80, reportPath: 'runs/1/report.html' });
    const lines = text.split('\n');
    expect(lines.length).toBeLessThanOrEqual(23);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    expect(text).toMatch(/✗ p95 response time of all payments less than 500 ms +950 ms/);
    expect(text).toContain("✗ bob's history has");
  });

  it('shows thresholds, checks, findings, percentiles and the course beside the drained channels', () => {
    const page = htmlReport(loadRun(JUDGED));
    expect(page).toContain('Load test of nodes');
    for (const id of ['load', 'load-latency-table', 'load-time', 'drained'])
      expect(page.split(`<section class="card" id="${id}"`)).toHaveLength(2);
    expect(page).toContain('no sample');
    expect(page).toContain('#17');
    expect(page.replaceAll(/<script.*?<\/script>/gs, '')).not.toContain('NaN');
  });

  it('draws the stall as latency and the dry network as failures, each in its second', () => {
    const steps = loadStretches(loadRun().load.aggregate.series, { size: 1 });
    expect(steps[5]?.sum.response.percentileMs(99)).toBeGreaterThan(900);
    expect(steps[4]?.sum.response.percentileMs(99)).toBeLessThan(10);
    expect(steps[4]?.sum.failed).toBe(0);
    expect(steps[8]?.sum.succeeded).toBe(0);
    expect(steps[5]?.inFlight).toBe(100);
    expect(steps.at(-1)?.inFlight).toBe(0);
  });

  it('counts all payments when only some records were kept', () => {
    const whole = loadRun();
    const part = {
      ...whole,
      records: whole.records.slice(0, 10),
      load: { ...whole.load, kept: { kind: 'sample' as const, of: 1000 } },
    };
    expect(metricsOf(part)).toMatchObject({ payments: 1000, succeeded: 500, success_rate: 0.5 });
    const text = textSummary(part, { color: false, width: 80 });
    expect(text).toContain('50,000 DAI · 50 % of what was tried');
    expect(text).toMatch(/no route +500/);
    expect(htmlReport(part)).toContain('500 failed payments');
  });

  it('tells CI and other programs the same', () => {
    const xml = junitXml(loadRun(JUDGED));
    expect(xml).toContain('payment_response_time: p(95)&lt;500');
    expect(xml).toContain('no sample');
    const { load } = summaryOf(loadRun(JUDGED));
    expect(load).toMatchObject({
      counts: { payments: 1000 },
      thresholds: [{ met: false }, {}, { actual: null }],
    });
    expect(JSON.parse(JSON.stringify(load))).toEqual(load);
  });
});
