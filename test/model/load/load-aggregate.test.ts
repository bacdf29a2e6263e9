import { expect, it } from 'vitest';
import { LoadAggregate } from '../../../src/model/load/load-aggregate.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { loadRun } from '../../fixtures/load-runs.ts';

const HUGE = 2n ** 200n + 1n;

it('a load keeps every unit that arrived, by token, through its file', () => {
  const { records } = loadRun();
  const inToken = (record: OperationRecord | undefined, token: string): OperationRecord => {
    if (record?.operation.kind !== 'pay') throw new Error('no payment');
    return { ...record, operation: { ...record.operation, token, amount: HUGE } };
  };
  const aggregate = new LoadAggregate();
  for (const token of ['A', 'B', 'A']) {
    // The first succeeded, the last failed.
    aggregate.add(inToken(records[0], token));
    aggregate.add(inToken(records.at(-1), token));
  }
  const whole = LoadAggregate.fromJson(aggregate.toJson());
  expect([...whole.arrived]).toEqual([
    ['A', 2n * HUGE],
    ['B', HUGE],
  ]);
});
