import { afterAll, beforeAll, describe, it } from 'vitest';
import { ownProcessRunner } from '../../../src/jobs/replicate.ts';
import { queueRunner } from '../../../src/jobs/plan/queue/queue-runner.ts';
import { type QueueWorker, startQueueWorker } from '../../../src/jobs/plan/queue/queue-worker.ts';
import type { ReplicationRunner } from '../../../src/ports/replication-runner.ts';
import type { ReplicationJob } from '../../../src/model/plan/experiment.ts';
import { jobs, replicationRunnerContract } from '../../contracts/replication-runner-contract.ts';
import { NO_REDIS, startRedis, type TestRedis } from './redis-server.ts';

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
