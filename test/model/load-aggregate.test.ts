import { expect, it } from 'vitest';
import { LoadAggregate } from '../../src/model/load-aggregate.ts';
import { loadRun } from '../fixtures/load-runs.ts';

const HUGE = 2n ** 200n + 1n;

it('a load keeps every unit that arrived, by token, through files and shards', () => {
  const { records } = loadRun();
  const [succeeded, failed] = [records[0], records[999]];
  if (succeeded?.operation.kind !== 'pay' || failed?.operation.kind !== 'pay') throw new Error('no payments');
  const shards = ['A', 'B', 'A'].map((token) => {
    const shard = new LoadAggregate();
    shard.add({ ...succeeded, operation: { ...succeeded.operation, kind: 'pay', token, amount: HUGE } });
    shard.add({ ...failed, operation: { ...failed.operation, kind: 'pay', token, amount: HUGE } });
    return LoadAggregate.fromJson(shard.toJson());
  });
  const whole = new LoadAggregate();
  for (const shard of shards) whole.merge(shard);
  expect([...whole.arrived]).toEqual([
    ['A', 2n * HUGE],
    ['B', HUGE],
  ]);
});
