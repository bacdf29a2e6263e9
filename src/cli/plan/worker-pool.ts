import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { failureError } from '../../jobs/plan/queue/queue-failure.ts';
import type { ReplicationRunner } from '../../ports/replication-runner.ts';
import type { EndedJob } from './replication-worker.ts';

// V8 alone gives each thread 48, of which a simulation keeps next to nothing.
const YOUNG_MB = 24;

/** Simulates on so many threads at once; absent: one for each core. Threads start with the first job. */
export function workerPool(threads = availableParallelism()): ReplicationRunner {
  let pool: Piscina | undefined;
  const started = (): Piscina =>
    new Piscina({
      filename: new URL('./replication-worker.js', import.meta.url).href,
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
  return {
    async run(job) {
      pool ??= started();
      const ended = (await pool.run(job)) as EndedJob;
      if ('failure' in ended) throw failureError(ended.failure);
      return ended.replication;
    },
    width: threads,
    async close() {
      // The pool takes an answer of a thread that is being ended for an error; nobody waits for it any more.
      pool?.on('error', () => {});
      await pool?.destroy();
    },
  };
}
