import type { ReplicationRunner } from '../../ports/replication-runner.ts';
import { replicator } from './replicate.ts';

/** Simulates in this process, one job after the other. */
export function ownProcessRunner(): ReplicationRunner {
  return { run: replicator(), width: 1, close: async () => {} };
}
