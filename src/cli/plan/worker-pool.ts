import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Replication } from '../../model/plan/replication.ts';
import type { ReplicationRunner } from '../../ports/replication-runner.ts';

/** Simulates on so many threads at once; absent: one for each core. */
export function workerPool(threads = availableParallelism()): ReplicationRunner {
  const pool = new Piscina({
    filename: new URL('./replication-worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  });
  return {
    run: async (job) => (await pool.run(job)) as Replication,
    width: threads,
    close: () => pool.destroy(),
  };
}
