import { describe, expect, it } from 'vitest';
import { mergeShards } from '../../src/jobs/merge-shards.ts';
import { scenarioFrom } from './scenario-text.ts';
import { countsOf, loadSandbox, MIXED } from './k6-fixture.ts';

const SMALL = scenarioFrom(`
question: Is the sum of the parts the whole?
seed: 5
network:
  topology: {star: {spokes: 4}}
  capacity: 100000
traffic:
  - name: everyone
    arrivals: {constant: {perSecond: 100}}
    duration: 1s
    amounts: 3
    pairs: uniform
load:
  executors:
    open: {executor: constant-arrival-rate, rate: 50, duration: 1s, preAllocatedVUs: 50, maxVUs: 200}
  thresholds:
    payments: ['count>=50']
`);

async function shardsOf(
  scenario: typeof SMALL,
  of: number,
): Promise<{ name: string; run: Awaited<ReturnType<typeof loadSandbox>> }[]> {
  const indices = Array.from({ length: of }, (_, index) => index + 1);
  return await Promise.all(
    indices.map(async (index) => ({
      name: `shard-${index}`,
      run: await loadSandbox(scenario, { shard: { index, of } }),
    })),
  );
}

describe('merging shards', () => {
  it('counts what one run would have counted, with every payment exactly once', async () => {
    const [whole, shards] = await Promise.all([loadSandbox(MIXED), shardsOf(MIXED, 4)]);
    const merged = mergeShards(shards.toReversed());
    expect(countsOf(merged)).toEqual(countsOf(whole));
    expect(merged.records.map(({ operation }) => operation.id).sort((a, b) => a - b)).toEqual(
      whole.records.map(({ operation }) => operation.id).sort((a, b) => a - b),
    );
    expect(merged.load.aggregate.service.count).toBe(whole.load.aggregate.counts.payments);
    expect(shards.every(({ run }) => run.records.length > 50)).toBe(true);
  });

  it('judges thresholds on the sum, which no shard meets alone', async () => {
    const shards = await shardsOf(SMALL, 3);
    expect(shards.map(({ run }) => run.load.thresholds.map(({ met }) => met))).toEqual([
      [false],
      [false],
      [false],
    ]);
    expect(mergeShards(shards).load.thresholds.map(({ met }) => met)).toEqual([true]);
  });

  it('refuses a missing, a doubled and a foreign shard by name', async () => {
    const shards = await shardsOf(SMALL, 2);
    const [one, two] = shards as [(typeof shards)[0], (typeof shards)[0]];
    const whole = { name: 'whole', run: await loadSandbox(SMALL) };
    const foreign = {
      name: 'foreign',
      run: { ...two.run, header: { ...two.run.header, seed: 'another' } },
    };
    expect(() => mergeShards([one])).toThrow('shard 2 of 2 is missing');
    expect(() => mergeShards([one, { ...one, name: 'again' }])).toThrow(
      'again: is shard 1 as well as shard-1',
    );
    expect(() => mergeShards([one, foreign])).toThrow('foreign: is no part of the same load as shard-1');
    expect(() => mergeShards([one, whole])).toThrow('whole: is a whole load');
  });
});
