import { describe, expect, it } from 'vitest';
import { judgeThresholds } from '../../../src/verdict/performance/judge-thresholds.ts';
import { LoadAggregate } from '../../../src/model/load/load-aggregate.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import { threshold } from '../../fixtures/load-runs.ts';
import { dueAt, failed, SUCCEEDED } from '../../world/records.ts';

describe('judging thresholds', () => {
  it('compares what the load has shown, in milliseconds, shares and counts', () => {
    const aggregate = new LoadAggregate();
    for (let id = 0; id < 99; id += 1) aggregate.add(due(id, 10));
    aggregate.add(due(99, 900, failed(), { foreseen: 'must-succeed' }));
    aggregate.add(due(100, 10, SUCCEEDED, { foreseen: 'must-succeed' }));
    const judged = judge(aggregate, [
      ['payment_duration', 'p(95)<11'],
      ['payment_duration', 'max<500'],
      ['payments_failed', 'rate<0.01'],
      ['payments', 'count==101'],
      ['payments', 'rate>50'],
      ['outcome_as_expected', 'rate>0.4'],
      ['dropped', 'count<1'],
    ]);
    expect(judged.map(({ met }) => met)).toEqual([true, false, true, true, true, true, true]);
    expect(judged[5]?.actual).toBe(0.5);
    expect(judged[6]?.actual).toBe(0);
  });

  it('does not pass without a sample, and has no figure then', () => {
    const judged = judge(new LoadAggregate(), [
      ['payment_duration', 'p(95)<500'],
      ['payments_failed', 'rate<0.01'],
      ['dropped', 'count<1'],
      ['payments', 'count<1'],
      ['outcome_as_expected', 'rate>0.99'],
    ]);
    expect(judged.every(({ met, actual }) => !met && actual === undefined)).toBe(true);
  });

  it('has no sample of foreseen outcomes when nothing was foreseen for certain', () => {
    const aggregate = new LoadAggregate();
    aggregate.add(due(0, 10, SUCCEEDED, { foreseen: 'may-either' }));
    expect(judge(aggregate, [['outcome_as_expected', 'rate>=0']])).toMatchObject([{ met: false }]);
  });
});

function judge(aggregate: LoadAggregate, conditions: readonly (readonly [string, string])[]) {
  const thresholds = conditions.map(([metric, condition]) => threshold(metric, condition));
  return judgeThresholds(thresholds, aggregate);
}

function due(id: number, tookMs: number, outcome?: Outcome, more?: Pick<OperationRecord, 'foreseen'>) {
  return dueAt([id * 10, id * 10 + tookMs], { id }, outcome, more);
}
