import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { load } from '../../../src/jobs/load/load.ts';
import { readTargets } from '../../../src/jobs/load/load-readings.ts';
import { mergeShards, type NamedShard } from '../../../src/jobs/load/merge-shards.ts';
import type { Sandbox } from '../../../src/jobs/sandbox.ts';
import { changed } from '../../fixtures/liars.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { countsOf, loadSandbox, MIXED } from '../k6-fixture.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { inSandbox } from '../../fixtures/in-sandbox.ts';

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
      // Each has a sandbox of its own: there is nothing to check together.
      run: await loadSandbox(scenario, { shard: { index, of }, figuresOnly: true }),
    })),
  );
}

// Side by side: most of their time they wait.
describe.concurrent('merging shards', () => {
  it('counts what one run would have counted, with every payment exactly once', async () => {
    const [whole, shards] = await Promise.all([
      loadSandbox(MIXED, { figuresOnly: true }),
      shardsOf(MIXED, 4),
    ]);
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
    const whole = { name: 'whole', run: await loadSandbox(SMALL, { figuresOnly: true }) };
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

  it('refuses shards whose nodes were started for each of them', async () => {
    const [one, two] = await shardsOf(SMALL, 2);
    const shards = [one, two].map((shard) => ({
      name: shard?.name ?? '',
      run: { ...(shard as NamedShard).run, header: { ...(shard as NamedShard).run.header, sandbox: true } },
    }));
    expect(() => mergeShards(shards)).toThrow(InputError);
    expect(() => mergeShards(shards)).toThrow('shard-1: paid simulated nodes of its own (--sandbox)');
  });
});

const SHARED = scenarioFrom(`
question: Do four loads of one network add up?
seed: 9
network:
  topology: {star: {spokes: 6}}
  capacity: 100_000
  fees: {flat: 0}
protocol: {view: exact, hopLatency: 5ms}
traffic:
  - arrivals: {constant: {perSecond: 200}}
    duration: 1s
    amounts: {uniform: {min: 2, max: 40}}
load: {deadline: 20s}
`);

// Shards keep no looks at the nodes from while they run.
const UNWATCHED = [{ name: 'watched', verdict: 'not-checked' }];

describe.concurrent('checks of merged shards', () => {
  it('hold for honest nodes, with the counts of the single run', async () => {
    const whole = await loadSandbox(SHARED, { figuresOnly: true });
    const shards = await onOneSandbox((targets) => together(4, targets));
    const merged = mergeShards(shards);
    expect(merged.load.findings.map(({ title }) => title)).toEqual([]);
    expect(merged.load.checks.filter(({ verdict }) => verdict !== 'holds')).toMatchObject(UNWATCHED);
    expect(merged.load.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['history', 'conservation', 'linearizable']),
    );
    expect(countsOf(merged)).toEqual(countsOf(whole));
    expect(shards.map(({ run }) => run.load.checks.map(({ verdict }) => verdict))).toEqual(
      shards.map(() => ['not-checked']),
    );
  });

  it('name the payment of any shard that a node lied about', async () => {
    let identifier = '';
    const lie: Lie = async (heard) => {
      if (heard.method !== 'POST' || identifier !== '') return heard.forward();
      identifier = String(heard.body['identifier']);
      const amount = String(heard.body['amount']);
      const less = (BigInt(amount) - 1n).toString();
      return changed(await heard.forward({ body: { ...heard.body, amount: less } }), { amount });
    };
    const merged = mergeShards(await onOneSandbox((targets) => together(4, targets), lie));
    const lied = merged.records.find(
      ({ operation }) => operation.kind === 'pay' && operation.identifier.toString() === identifier,
    );
    const named = merged.load.findings.filter(({ check }) => check === 'history');
    expect(named.map(({ operation }) => operation)).toContain(lied?.operation.id);
  });

  it('take the first reading before and the last one after of shards that follow each other', async () => {
    const following = await onOneSandbox(async (targets) => [
      await oneShard({ index: 1, of: 2 }, targets),
      await oneShard({ index: 2, of: 2 }, targets),
    ]);
    expect(mergeShards(following).load.checks.filter(({ verdict }) => verdict !== 'holds')).toMatchObject(
      UNWATCHED,
    );
  });

  it('are unknown when a shard was cut off, until the nodes are read', async () => {
    const checks = await onOneSandbox(async (targets) => {
      const [first, ...others] = (await together(4, targets)) as [NamedShard, ...NamedShard[]];
      const before = first.run.readings.filter(({ moment }) => moment === 'start');
      const cut = [{ ...first, run: { ...first.run, readings: before } }, ...others];
      expect(mergeShards(cut).load.checks).toMatchObject([
        { verdict: 'unknown', detail: expect.stringContaining('shard 1') },
      ]);
      return mergeShards(cut, await readTargets(first.run, targets)).load.checks;
    });
    expect(checks.length).toBeGreaterThan(5);
    expect(checks.filter(({ verdict }) => verdict !== 'holds')).toMatchObject(UNWATCHED);
  });

  it('resolve what a shard got no answer to', async () => {
    let isTold = false;
    const breaking: Lie = async (heard) => {
      const reply = await heard.forward();
      if (heard.method !== 'POST' || isTold) return reply;
      isTold = true;
      return 'break';
    };
    const merged = mergeShards(await onOneSandbox((targets) => together(2, targets), breaking));
    expect(merged.records.filter(({ outcome }) => outcome.kind === 'indeterminate')).toMatchObject([
      { outcome: { cause: 'connection-broken', resolved: 'happened' } },
    ]);
    expect(merged.load.findings.filter(({ check }) => check !== 'answers')).toEqual([]);
  });
});

type Targets = Sandbox['targets'];

function onOneSandbox<T>(use: (targets: Targets) => Promise<T>, lie?: Lie): Promise<T> {
  return inSandbox(SHARED, ({ targets }) => use(targets), lie && { lie });
}

async function oneShard(
  shard: { readonly index: number; readonly of: number },
  targets: Targets,
): Promise<NamedShard> {
  const run = await load({ scenario: SHARED, targets, useExisting: true, shard });
  return { name: `shard-${shard.index}`, run };
}

function together(of: number, targets: Targets): Promise<readonly NamedShard[]> {
  const indices = Array.from({ length: of }, (_, index) => index + 1);
  return Promise.all(indices.map((index) => oneShard({ index, of }, targets)));
}
