import type { ReplicationJob } from '../model/plan/experiment.ts';
import type { Replication } from '../model/plan/replication.ts';

/** Simulates jobs, in this process, on all cores or on other machines; the same job gives the same replication. */
export interface ReplicationRunner {
  /** `key` names the job. Rejects when the runner was closed; a job that fails rejects with its error. */
  run(job: ReplicationJob, key: string): Promise<Replication>;
  /** How many jobs are worth having under way at once. */
  readonly width: number;
  close(): Promise<void>;
}
