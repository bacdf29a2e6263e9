import { type JobFailure, jobFailure } from '../../jobs/plan/queue/queue-failure.ts';
import { replicator } from '../../jobs/replicate.ts';
import type { ReplicationJob } from '../../model/plan/experiment.ts';
import type { Replication } from '../../model/plan/replication.ts';

/** The result of a thread of the pool. */
export type EndedJob = { readonly replication: Replication } | { readonly failure: JobFailure };

// A thread keeps the network that it simulated last.
const replicate = replicator();

/** Each thread of the pool runs this: one simulation a call. */
export default async function endedJob(job: ReplicationJob): Promise<EndedJob> {
  try {
    return { replication: await replicate(job) };
  } catch (error) {
    return { failure: jobFailure(error) };
  }
}
