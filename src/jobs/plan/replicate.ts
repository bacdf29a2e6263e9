import type { Replication } from '../../model/plan/replication.ts';
import type { ReplicationJob } from '../../model/plan/experiment.ts';
import { planningFigures } from '../../report/figures/planning-figures.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';
import { simulate } from '../simulate.ts';
import { changeNetwork } from './change-network.ts';

/**
 * Simulates one job. Payments are planned for the network as it was before the changes, so that experiments that
 * differ in their changes only are asked the same.
 */
export async function replicate(job: ReplicationJob): Promise<Replication> {
  const scenario = { ...job.scenario, seed: job.seed };
  const network = assembleNetwork({ ...scenario, seed: job.networkSeed });
  const operations = assembleOperations({ scenario, network });
  const start = changeNetwork(network, job.changes);
  const run = await simulate({ scenario, start, operations });
  return planningFigures(run, { warmUpMs: job.warmUpMs });
}
