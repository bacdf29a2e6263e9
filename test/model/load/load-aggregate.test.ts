import { expect, it } from 'vitest';
import { LoadAggregate } from '../../../src/model/load/load-aggregate.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { loadRun } from '../../fixtures/load-runs.ts';

const HUGE = 2n ** 200n + 1n;

it('a load keeps every unit that arrived, by token, through files and shards', () => {
  const { records } = loadRun();
  const inToken = (record: OperationRecord | undefined, token: string): OperationRecord => {
    if (record?.operation.kind !== 'pay') throw new Error('no payment');
    return { ...record, operation: { ...record.operation, token, amount: HUGE } };
  };
  const shards = ['A', 'B', 'A'].map((token) => {
    const shard = new LoadAggregate();
    // The first succeeded, the last failed.
    shard.add(inToken(records[0], token));
    shard.add(inToken(records.at(-1), token));
    return LoadAggregate.fromJson(shard.toJson());
  });
  const whole = new LoadAggregate();
  for (const shard of shards) whole.merge(shard);
  expect([...whole.arrived]).toEqual([
    ['A', 2n * HUGE],
    ['B', HUGE],
  ]);
});
