import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Replication } from '../../model/plan/replication.ts';
import type { ReplicationRunner } from '../../ports/replication-runner.ts';

/** Simulates on so many threads at once; absent: one for each core. Threads start with the first job. */
export function workerPool(threads = availableParallelism()): ReplicationRunner {
  let pool: Piscina | undefined;
  const started = (): Piscina =>
    new Piscina({
      filename: new URL('./replication-worker.js', import.meta.url).href,
      minThreads: threads,
      maxThreads: threads,
    });
  return {
    async run(job) {
      pool ??= started();
      return (await pool.run(job)) as Replication;
    },
    width: threads,
    close: async () => await pool?.destroy(),
  };
}
