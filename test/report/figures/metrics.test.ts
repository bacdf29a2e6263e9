import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../../src/model/run/metrics.ts';
import type { Outcome, Resolution } from '../../../src/model/run/operation.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { REASON_TEXTS } from '../../../src/report/words/failure-texts.ts';
import { metricsOf } from '../../../src/report/figures/metrics.ts';
import { exampleScenario, NO_ROUTE, payment, smallReplay, smallRun } from '../../fixtures/example-runs.ts';
import { world } from '../../world/world.ts';

describe('metricsOf', () => {
  it('counts, sums and measures the small run', () => {
    expect(metricsOf(smallRun())).toEqual({
      operations: 5,
      payments: 5,
      succeeded: 3,
      failed: 2,
      indeterminate: 0,
      success_rate: 0.6,
      unexpected_outcomes: 0,
      volume: 90,
      volume_rate: 90 / 210,
      fees: 2,
      fee_share: 2 / 90,
      path_length_mean: 5 / 3,
      path_length_max: 2,
      latency_p50_ms: 300,
      latency_p95_ms: 300,
      latency_p99_ms: 300,
      drained_channels: 1,
      imbalance_mean: (0.18 + 0.18 + 0.94 + 0.2) / 4,
      locked_at_end: 0,
      duration_s: 0.6,
      differences: 0,
      'failures.no-route': 2,
    });
  });

  it('has every metric the model names, also for a run in which nothing happened', () => {
    const nothing = smallRun({ records: [], end: world('') });
    expect(Object.keys(metricsOf(nothing))).toEqual(Object.keys(METRICS));
  });

  it('counts an unanswered payment as what reading afterwards showed, and without a latency', () => {
    const unanswered = (resolved?: Resolution): Outcome => ({
      kind: 'indeterminate',
      cause: 'deadline',
      detail: 'no answer',
      ...(resolved ? { resolved } : {}),
    });
    const outcomes = [
      unanswered('happened'),
      unanswered('did-not-happen'),
      unanswered('unknown'),
      unanswered('pending'),
      unanswered(),
    ];
    const run = smallRun({
      records: outcomes.map((outcome, id) => payment(id, { path: ['alice', 'bob'], amount: 5n, outcome })),
    });
    expect(metricsOf(run)).toMatchObject({
      succeeded: 1,
      failed: 1,
      indeterminate: 3,
      volume: 5,
      latency_p50_ms: 0,
      'failures.no-answer': 1,
    });
  });

  it('says that a connection broke of payments whose connection broke only', () => {
    const causes = ['deadline', 'gateway', 'interrupted', 'connection-broken', 'unreadable-answer'] as const;
    const run = smallRun({
      records: causes.map((cause, id) => {
        const outcome = { kind: 'indeterminate', cause, detail: '', resolved: 'did-not-happen' } as const;
        return payment(id, { path: ['alice', 'bob'], amount: 5n, outcome });
      }),
    });
    expect(metricsOf(run)).toMatchObject({
      failed: 5,
      'failures.no-answer': 1,
      'failures.gateway-error': 1,
      'failures.given-up': 1,
      'failures.connection-broken': 1,
      'failures.unreadable-answer': 1,
    });
    const broken = Object.entries(REASON_TEXTS).filter(([, text]) => text.includes('broke'));
    expect(broken.map(([reason]) => reason)).toEqual(['connection-broken']);
  });

  it('borrows fees and path lengths of a replay from the prediction where both ended the same way', () => {
    expect(metricsOf(smallReplay())).toMatchObject({ fees: 2, path_length_max: 2, differences: 1 });
    const refused = smallReplay().records.map((record) => ({ ...record, outcome: NO_ROUTE }));
    expect(metricsOf(smallReplay({ records: refused }))).toMatchObject({ fees: 0, path_length_max: 0 });
  });

  it('counts steps that did not end as the scenario expects', () => {
    const [first, second, third] = smallRun().records;
    if (!first || !second || !third) throw new Error('the small run has five records');
    const expected = (
      record: typeof first,
      kind: 'succeeded' | 'failed',
      reason?: 'no-route' | 'lock-expired',
    ) => ({
      ...record,
      operation: { ...record.operation, expected: { kind, ...(reason ? { reason } : {}) } },
    });
    const records = [
      expected(first, 'succeeded'),
      expected(second, 'failed'),
      expected(third, 'failed', 'no-route'),
      expected(third, 'failed', 'lock-expired'),
    ];
    expect(metricsOf(smallRun({ records })).unexpected_outcomes).toBe(2);
  });

  it('takes what a node says for the stated reason, where it does not tell the two apart', () => {
    const run = smallRun();
    const records = run.records.slice(2, 3).flatMap((record) =>
      (['no-suitable-channel', 'lock-expired'] as const).map((reason) => ({
        ...record,
        operation: { ...record.operation, expected: { kind: 'failed' as const, reason } },
      })),
    );
    const [record] = records;
    if (record === undefined || !('node' in record.operation)) throw new Error('the third pays');
    const light = {
      name: 'raiden-light',
      historyLists: { mediated: true, failed: 'sent' as const },
      refusals: { 'no-suitable-channel': { reason: 'no-route' as const } },
    };
    const header = { ...run.header, dialects: { [record.operation.node]: light } };
    expect(metricsOf(smallRun({ records })).unexpected_outcomes).toBe(2);
    expect(metricsOf(smallRun({ records, header })).unexpected_outcomes).toBe(1);
  });

  it('is finite, and its rates lie between 0 and 1, for any run', () => {
    const property = fc.property(arbitraryRun(), (run) => {
      const metrics = metricsOf(run);
      for (const [name, value] of Object.entries(metrics)) expect(value, name).toSatisfy(Number.isFinite);
      for (const rate of ['success_rate', 'volume_rate', 'imbalance_mean'] as const) {
        expect(metrics[rate]).toBeGreaterThanOrEqual(0);
        expect(metrics[rate]).toBeLessThanOrEqual(1);
      }
      const { succeeded, failed, indeterminate } = metrics;
      expect(succeeded + failed + indeterminate).toBe(metrics.payments);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

function arbitraryRun(): fc.Arbitrary<Run> {
  const outcome = fc.oneof(
    fc.constant<Outcome>({ kind: 'succeeded', status: 200 }),
    fc.constant<Outcome>(NO_ROUTE),
    fc
      .constantFrom('happened' as const, 'did-not-happen' as const, 'unknown' as const)
      .map(
        (resolved): Outcome => ({ kind: 'indeterminate', cause: 'deadline', detail: 'no answer', resolved }),
      ),
  );
  const amount = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
  const records = fc
    .array(fc.record({ outcome, amount, latencyMs: fc.double({ min: 0, max: 1e9, noNaN: true }) }), {
      maxLength: 20,
    })
    .map((drawn) => drawn.map((details, id) => payment(id, { path: ['a', 'b', 'c'], ...details })));
  const balance = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  const end = fc
    .array(fc.tuple(balance, balance), { maxLength: 5 })
    .map((balances) =>
      world(balances.map(([one, other], index) => `a ${one} - ${other} n${index}`).join(',')),
    );
  return fc
    .record({ records, end, partial: fc.boolean(), brokeOff: fc.boolean() })
    .map(({ records: drawn, end: network, partial, brokeOff }) => {
      const { end: _, ...run } = smallRun({ records: drawn, partial });
      const header = { ...run.header, scenario: exampleScenario({ expect: [] }) };
      return brokeOff ? { ...run, header } : { ...run, header, end: network };
    });
}
