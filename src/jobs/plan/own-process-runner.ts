import type { ReplicationRunner } from '../../ports/replication-runner.ts';
import { replicate } from './replicate.ts';

/** Simulates in this process, one job after the other. */
export function ownProcessRunner(): ReplicationRunner {
  return { run: replicate, width: 1, close: async () => {} };
}
