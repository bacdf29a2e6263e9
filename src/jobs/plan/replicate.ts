import { isDeepStrictEqual } from 'node:util';
import type { Network } from '../../model/network/network.ts';
import type { Replication } from '../../model/plan/replication.ts';
import type { ReplicationJob } from '../../model/plan/experiment.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { ReplicationRunner } from '../../ports/replication-runner.ts';
import { planningFigures } from '../../report/figures/planning-figures.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';
import { settleSteps } from '../settle/settle-steps.ts';
import { watchedRandomSource } from '../../runtime/random-source.ts';
import { simulate } from '../simulate.ts';
import { changeNetwork } from './change-network.ts';

/**
 * Simulates one job. Payments are planned for the network as it was before the changes, so that experiments that
 * differ in their changes only are asked the same.
 */
export async function replicate(job: ReplicationJob): Promise<Replication> {
  const drawn = drawnNetwork(job);
  return await replicateIn(drawn, await plannedJob(drawn, job), job);
}

// Two networks of a snapshot’s size, and all of smaller ones. Fifteen took 170 MB more in each thread, for one tenth less time.
const MOST_CHANNELS_KEPT = 100_000;

// A few megabytes: the payments of some replications, which every experiment of a search is asked again.
const MOST_OPERATIONS_KEPT = 10_000;

/** Simulates jobs; what they begin with is kept for those that begin with it again. */
export function replicator(): (job: ReplicationJob) => Promise<Replication> {
  // The one that was asked for last comes first.
  let kept: readonly Drawn[] = [];
  let plans: readonly PlannedJob[] = [];
  return async (job) => {
    const known = kept.find((each) => beginAlike(each.job, job));
    const now = known ?? { job, drawn: drawnNetwork(job) };
    const earlier = plans.find((each) => each.network === now.drawn.network && areAskedAlike(each.job, job));
    const plan = earlier ?? (await plannedJob(now.drawn, job));
    let operations = 0;
    plans = [plan, ...plans.filter((each) => each !== earlier)].filter(
      (each) => (operations += each.operations.length) <= MOST_OPERATIONS_KEPT,
    );
    let channels = 0;
    kept = [now, ...kept.filter((each) => each !== known)].filter(
      ({ drawn }, at) => (channels += drawn.network.size) <= MOST_CHANNELS_KEPT || at === 0,
    );
    return await replicateIn(now.drawn, plan, job);
  };
}

interface Drawn {
  readonly job: ReplicationJob;
  readonly drawn: DrawnNetwork;
}

/** Simulates in this process, one job after the other. */
export function ownProcessRunner(): ReplicationRunner {
  return { run: replicator(), width: 1, close: async () => {} };
}

/** A network to begin with, and whether chance had a part in it. */
interface DrawnNetwork {
  readonly network: Network;
  readonly isByChance: boolean;
}

/** All that a job asks of the nodes of a network, and whether chance had a part in it. */
interface PlannedJob extends DrawnNetwork {
  readonly job: ReplicationJob;
  readonly scenario: Scenario;
  readonly operations: readonly Operation[];
}

async function plannedJob({ network }: DrawnNetwork, job: ReplicationJob): Promise<PlannedJob> {
  const scenario = await settleSteps({ ...job.scenario, seed: job.seed }, network);
  const random = watchedRandomSource(job.seed);
  const operations = assembleOperations({ scenario, network, random });
  return { job, network, scenario, operations, isByChance: random.hasDecided() };
}

async function replicateIn(
  { network, isByChance }: DrawnNetwork,
  { scenario, operations, isByChance: isPlannedByChance }: PlannedJob,
  job: ReplicationJob,
): Promise<Replication> {
  const random = watchedRandomSource(job.seed);
  const start = changeNetwork(network, job.changes);
  const run = await simulate({ scenario, start, operations, random });
  const figures = planningFigures(run, job);
  // A network that all replications share is no chance to them.
  const isDrawn = isPlannedByChance || random.hasDecided() || (isByChance && job.networkSeed === job.seed);
  return isDrawn ? figures : { ...figures, isCertain: true };
}

function drawnNetwork({ scenario, networkSeed }: ReplicationJob): DrawnNetwork {
  const random = watchedRandomSource(networkSeed);
  const network = assembleNetwork({ ...scenario, seed: networkSeed }, random);
  return { network, isByChance: random.hasDecided() };
}

// Far cheaper than building: a snapshot is a megabyte of text that a worker gets anew with each job.
function beginAlike(one: ReplicationJob, other: ReplicationJob): boolean {
  const parts = ({ networkSeed, scenario: { tokens, nodes, networks } }: ReplicationJob) => [
    networkSeed,
    tokens,
    nodes,
    networks,
  ];
  return isDeepStrictEqual(parts(one), parts(other));
}

/** True when two jobs that begin alike ask the same of the nodes. */
function areAskedAlike(one: ReplicationJob, other: ReplicationJob): boolean {
  const asked = ({ scenario: { tokens: _t, nodes: _n, networks: _w, ...rest } }: ReplicationJob) => rest;
  return one.seed === other.seed && isDeepStrictEqual(asked(one), asked(other));
}
