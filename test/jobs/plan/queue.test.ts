import { Queue, QueueEvents } from 'bullmq';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InputError, UnreachableError } from '../../../src/errors.ts';
import { experimentKey, jobKey } from '../../../src/jobs/plan/laboratory.ts';
import { ownProcessRunner, replicator } from '../../../src/jobs/replicate.ts';
import { failureFrom } from '../../../src/jobs/plan/queue/queue-failure.ts';
import { jobId, resultKey } from '../../../src/jobs/plan/queue/job-message.ts';
import { queueRunner } from '../../../src/jobs/plan/queue/queue-runner.ts';
import { type QueueWorker, startQueueWorker } from '../../../src/jobs/plan/queue/queue-worker.ts';
import { redisAddress } from '../../../src/jobs/plan/queue/redis-link.ts';
import type { ReplicationJob } from '../../../src/model/plan/experiment.ts';
import type { ReplicationRunner } from '../../../src/ports/replication-runner.ts';
import { RealClock } from '../../../src/runtime/real-clock.ts';
import { NO_REDIS, startRedis, type TestRedis } from './redis-server.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { jobs, replicationRunnerContract } from '../../contracts/replication-runner-contract.ts';

const JOB: ReplicationJob = {
  scenario: scenarioFrom(`
question: Does a pair pay?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 5}}, amounts: 3, count: 10}]
`),
  changes: [],
  seed: '1.1',
  networkSeed: '1',
  warmUpMs: 0,
};
// Packed as a scenario is, and none.
const OTHER = gzipSync('{}').toString('base64');
const KEY = jobKey(experimentKey(JOB), JOB);

async function failureOf(asked: Promise<unknown>): Promise<Error> {
  const ended = await asked.catch((error: unknown) => error);
  return ended instanceof Error ? ended : new Error('it succeeded');
}

describe('the address of a queue', () => {
  it.each([
    ['redis://host', 'redis://host:6379'],
    ['redis://ann:hush@host:7000/3', 'redis://host:7000/3'],
    ['rediss://:hush@10.0.0.5/', 'rediss://10.0.0.5:6379'],
  ])('%s is shown without its secrets', (text, shown) => {
    expect(redisAddress(text).shown).toBe(shown);
  });

  it.each(['hush', 'http://:hush@host', 'redis://', 'redis://:hush@host/name'])('%s is refused', (text) => {
    const refused = (): unknown => redisAddress(text);
    expect(refused).toThrow(InputError);
    expect(refused).not.toThrow(/hush/);
  });

  it('where nobody listens is said to be unreachable, without its password', async () => {
    const missing = queueRunner({ url: 'redis://:hush@127.0.0.1:1' });
    await expect(missing).rejects.toThrow(UnreachableError);
    await expect(missing).rejects.toThrow(
      /^cannot use the Redis at redis:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/,
    );
    await expect(missing).rejects.not.toThrow(/hush/);
  });
});

describe.skipIf(NO_REDIS !== '')(`a queue in Redis${NO_REDIS && ` (${NO_REDIS})`}`, () => {
  let redis: TestRedis;
  let client: Redis;
  const notes: string[] = [];
  const opened: { close(): Promise<void> }[] = [];
  const note = (text: string): void => void notes.push(text);

  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url);
  });
  beforeEach(async () => {
    await client.flushall();
    notes.length = 0;
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  async function plan(): Promise<ReplicationRunner> {
    // What looks every two seconds for jobs that are gone looks ten times a second.
    const runner = await queueRunner({ url: redis.url, note, clock: new RealClock({ speed: 20 }) });
    opened.push(runner);
    return runner;
  }

  async function worker(): Promise<QueueWorker> {
    const found = await startQueueWorker({ url: redis.url, runner: ownProcessRunner(), lockMs: 1000, note });
    opened.push(found);
    return found;
  }

  it('refuses another password, and does not show the one that was given', async () => {
    const refused = queueRunner({ url: redis.url.replace(redis.password, 'wrong-one') });
    await expect(refused).rejects.toThrow(UnreachableError);
    await expect(refused).rejects.toThrow('it wants another user or password');
    await expect(refused).rejects.not.toThrow('wrong-one');
  });

  it('gives two plans that ask the same job its figures', async () => {
    const runners = [await plan(), await plan()];
    const asked = runners.map((runner) => runner.run(JOB, KEY));
    await worker();
    expect(await Promise.all(asked)).toEqual([await replicator()(JOB), await replicator()(JOB)]);
  });

  it('asks again for what vanished from Redis, its scenario too', async () => {
    const runner = await plan();
    const asked = runner.run(JOB, KEY);
    while ((await client.keys('millrace:scenario:*')).length === 0);
    await client.del(await client.keys('millrace:scenario:*'));
    await worker();
    expect(await asked).toEqual(await replicator()(JOB));
  });

  it('asks again for a job that another plan took away', async () => {
    const [one, other] = [await plan(), await plan()];
    const asked = one.run(JOB, KEY);
    const dropped = other.run(JOB, KEY).catch(() => 'closed');
    await other.close();
    expect(await dropped).toBe('closed');
    await worker();
    expect(await asked).toEqual(await replicator()(JOB));
    expect(await client.keys('millrace:replications:0.*')).toEqual([]);
  });

  it('says that no worker is there, once', async () => {
    const runner = await plan();
    const asked = runner.run(JOB, KEY);
    while (notes.length === 0) await client.ping();
    await worker();
    await asked;
    expect(notes).toEqual([expect.stringMatching(/^No worker takes jobs from redis:\/\/127\.0\.0\.1:\d+\./)]);
    expect(notes.join('')).not.toContain(redis.password);
  });

  it.each([
    ['a job', (id: string) => client.hset(`millrace:replications:${id}`, 'data', '{"millrace":7}')],
    ['a job', (id: string) => client.hset(`millrace:replications:${id}`, 'data', '{"millrace":')],
    ['a scenario', async () => client.set((await client.keys('millrace:scenario:*'))[0] ?? '', 'H4sI')],
    ['a scenario', async () => client.set((await client.keys('millrace:scenario:*'))[0] ?? '', OTHER)],
  ])('says that %s is spoilt where something else has written there', async (what, spoil) => {
    const runner = await plan();
    const failure = failureOf(runner.run(JOB, KEY));
    while ((await client.llen('millrace:replications:wait')) === 0);
    await spoil(jobId(KEY));
    await worker();
    expect(await failure).toBeInstanceOf(InputError);
    expect((await failure).message).toContain(`${what} is spoilt in Redis: something else has written there`);
  });

  it('says that what came of a job is spoilt', async () => {
    const runner = await plan();
    const failure = failureOf(runner.run(JOB, KEY));
    while ((await client.llen('millrace:replications:wait')) === 0);
    await client.set(resultKey(jobId(KEY)), 'rubbish');
    // As when a worker has ended it and its word was lost.
    await new Queue('replications', { connection: client, prefix: 'millrace' }).remove(jobId(KEY));
    expect((await failure).message).toContain('what came of a job is spoilt in Redis');
  });

  it('has workers refuse jobs of another version, and says so on both sides', async () => {
    await worker();
    const queue = new Queue('replications', { connection: client, prefix: 'millrace' });
    const connection = client.duplicate({ maxRetriesPerRequest: null });
    const events = new QueueEvents('replications', { connection, prefix: 'millrace' });
    await events.waitUntilReady();
    const job = await queue.add(
      'replication',
      { millrace: '99.0.0', scenario: '', job: '{}' },
      { attempts: 3 },
    );
    const reason = await job.waitUntilFinished(events).catch((error: Error) => error.message);
    await events.close();
    connection.disconnect();
    const failure = failureFrom(String(reason), 'it');
    expect(failure).toBeInstanceOf(InputError);
    expect(failure.message).toMatch(
      /a worker is Millrace \S+ and the plan is Millrace 99\.0\.0\n.*same version/,
    );
    expect(notes).toEqual([expect.stringMatching(/^Refused a job: .*99\.0\.0/)]);
  });
});

describe.skipIf(NO_REDIS !== '')(`a Redis that stays away${NO_REDIS && ` (${NO_REDIS})`}`, () => {
  // Half a minute is half a second.
  const clock = new RealClock({ speed: 60 });
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  let redis: TestRedis;
  beforeEach(async () => {
    notes.length = 0;
    redis = await startRedis();
  });
  afterEach(async () => await redis.stop());

  const WAYS = [
    ['was killed', () => redis.stop()],
    ['stands still', async () => redis.hang()],
  ] as const;

  it.each(WAYS)('ends a plan, which said before that it waits, where it %s', async (_, away) => {
    const runner = await queueRunner({ url: redis.url, note, clock });
    const failure = failureOf(runner.run(JOB, KEY));
    await away();
    expect(await failure).toBeInstanceOf(UnreachableError);
    expect((await failure).message).toMatch(
      /cannot use the Redis at redis:\/\/127\.0\.0\.1:\d+: .*(REFUSED|not answer)/,
    );
    expect(notes).toEqual([expect.stringMatching(/^Lost redis:.*half a minute/)]);
    await expect(runner.run(JOB, 'another')).rejects.toThrow(UnreachableError);
    await runner.close();
  });

  it.each(WAYS)('ends an idle worker where it %s, and lets it be closed before', async (_, away) => {
    const start = () =>
      startQueueWorker({ url: redis.url, runner: ownProcessRunner(), lockMs: 1000, note, clock });
    const [waiting, closed] = [await start(), await start()];
    await away();
    await closed.close();
    if (!waiting.lost.aborted) await once(waiting.lost, 'abort');
    expect(waiting.lost.reason).toBeInstanceOf(UnreachableError);
    await waiting.close();
  });
});

describe('a runner in this process', () => {
  replicationRunnerContract(async () => ownProcessRunner());
});

// As built: a thread starts from a file that Node can read by itself.
async function threads(): Promise<ReplicationRunner> {
  const built = new URL('../../../dist/cli/bundle/worker-pool.js', import.meta.url).href;
  const { workerPool } = (await import(built)) as { workerPool: (threads: number) => ReplicationRunner };
  return workerPool(2);
}

describe('a runner on a pool of threads', () => {
  replicationRunnerContract(threads);

  it('is closed while threads are about to answer, and hears them no more', async () => {
    const runner = await threads();
    const [job] = jobs() as readonly [ReplicationJob];
    await runner.run(job, 'first');
    const cutOff = ['second', 'third'].map((key) => runner.run(job, key).catch(() => undefined));
    // While this thread stands still the others answer: their messages are there and have not been read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await runner.close();
    await Promise.all(cutOff);
  });
});

describe.skipIf(NO_REDIS !== '')(`a runner over a queue in Redis${NO_REDIS && ` (${NO_REDIS})`}`, () => {
  let redis: TestRedis;
  let worker: QueueWorker;
  beforeAll(async () => {
    redis = await startRedis();
    const { url } = redis;
    worker = await startQueueWorker({ url, runner: ownProcessRunner(), lockMs: 10_000, note: () => {} });
  });
  afterAll(async () => {
    await worker.close();
    await redis.stop();
  });
  replicationRunnerContract(() => queueRunner({ url: redis.url }));
});
