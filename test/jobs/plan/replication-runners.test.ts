import { afterAll, beforeAll, describe } from 'vitest';
import { ownProcessRunner } from '../../../src/jobs/plan/replicate.ts';
import { queueRunner } from '../../../src/jobs/plan/queue/queue-runner.ts';
import { type QueueWorker, startQueueWorker } from '../../../src/jobs/plan/queue/queue-worker.ts';
import type { ReplicationRunner } from '../../../src/ports/replication-runner.ts';
import { replicationRunnerContract } from '../../contracts/replication-runner-contract.ts';
import { NO_REDIS, startRedis, type TestRedis } from './redis-server.ts';

describe('a runner in this process', () => {
  replicationRunnerContract(async () => ownProcessRunner());
});

describe('a runner on a pool of threads', () => {
  // As built: a thread starts from a file that Node can read by itself.
  replicationRunnerContract(async () => {
    const built = new URL('../../../dist/cli/bundle/worker-pool.js', import.meta.url).href;
    const { workerPool } = (await import(built)) as { workerPool: (threads: number) => ReplicationRunner };
    return workerPool(2);
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
