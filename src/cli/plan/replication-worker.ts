import { type JobFailure, jobFailure } from '../../jobs/plan/job-failure.ts';
import { replicator } from '../../jobs/plan/replicate.ts';
import type { ReplicationJob } from '../../model/plan/experiment.ts';
import type { Replication } from '../../model/plan/replication.ts';

/** What a thread of the pool hands back. */
export type EndedJob = { readonly replication: Replication } | { readonly failure: JobFailure };

// A thread keeps the network that it simulated last.
const replicate = replicator();

/** What each thread of the pool runs: one simulation a call. */
export default async function endedJob(job: ReplicationJob): Promise<EndedJob> {
  try {
    return { replication: await replicate(job) };
  } catch (error) {
    return { failure: jobFailure(error) };
  }
}
