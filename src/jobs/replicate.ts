import { isDeepStrictEqual } from 'node:util';
import type { Network } from '../model/network/network.ts';
import type { Replication } from '../model/plan/replication.ts';
import type { ReplicationJob } from '../model/plan/experiment.ts';
import type { Operation } from '../model/run/operation.ts';
import type { NetworkParts, Scenario } from '../model/scenario/scenario.ts';
import type { ReplicationRunner } from '../ports/replication-runner.ts';
import { PlanningTally } from '../report/figures/planning-figures.ts';
import { assembleNetwork, assembleOperations, feePolicyOf } from './assemble.ts';
import { settleSteps } from './settle/settle-steps.ts';
import { watchedRandomSource } from '../runtime/random-source.ts';
import { streamSimulation } from './simulate.ts';
import { changeNetwork } from './change-network.ts';

// Channels and operations: two networks of a snapshot’s size, and all of smaller ones. Fifteen took 170 MB more in each
// thread, for one tenth less time.
const MOST_KEPT = 100_000;

/**
 * Simulates jobs and keeps networks and planned payments for later jobs of the same seed. Payments are planned on the
 * network before the changes, so that experiments that differ in changes only get the same payments.
 */
export function replicator(): (job: ReplicationJob) => Promise<Replication> {
  // The one that was asked for last comes first.
  let kept: readonly PlannedJob[] = [];
  return async (job) => {
    const known = kept.find((each) => areAskedAlike(each.job, job));
    const begun = known ?? kept.find((each) => beginAlike(each.job, job));
    const now = known ?? (await plannedJob(job, begun?.drawn ?? drawnNetwork(job)));
    let size = 0;
    kept = [now, ...kept.filter((each) => each !== known)].filter(
      ({ drawn, operations }, at) =>
        (size += drawn.network.size + operations.length) <= MOST_KEPT || at === 0,
    );
    return await replicateIn(now, job);
  };
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

/** A job with all that it asks of the nodes of its network. */
interface PlannedJob {
  readonly job: ReplicationJob;
  readonly drawn: DrawnNetwork;
  readonly scenario: Scenario;
  readonly operations: readonly Operation[];
  readonly isByChance: boolean;
}

async function plannedJob(job: ReplicationJob, drawn: DrawnNetwork): Promise<PlannedJob> {
  const { network } = drawn;
  const scenario = await settleSteps({ ...job.scenario, seed: job.seed }, network);
  const random = watchedRandomSource(job.seed);
  const operations = assembleOperations({ scenario, network, random });
  return { job, drawn, scenario, operations, isByChance: random.hasDecided() };
}

async function replicateIn(
  { drawn, scenario, operations, isByChance }: PlannedJob,
  job: ReplicationJob,
): Promise<Replication> {
  const random = watchedRandomSource(job.seed);
  const start = changeNetwork(drawn.network, job.changes);
  let tally: PlanningTally | undefined;
  const asked = { scenario, start, operations, random };
  const run = await streamSimulation({
    ...asked,
    traces: job.metricsOnly && !job.parts ? 'none' : 'all',
    onStart: (plan) => (tally = new PlanningTally(plan, { ...job, fees: feePolicyOf(scenario) })),
    onRecord: (record) => tally?.add(record),
  });
  const figures = (tally as PlanningTally).replication(run);
  // A network that all replications share is no chance to them.
  const isDrawn = isByChance || random.hasDecided() || (drawn.isByChance && job.networkSeed === job.seed);
  return isDrawn ? figures : { ...figures, isCertain: true };
}

function drawnNetwork({ scenario, networkSeed }: ReplicationJob): DrawnNetwork {
  const random = watchedRandomSource(networkSeed);
  const network = assembleNetwork({ ...scenario, seed: networkSeed }, random);
  return { network, isByChance: random.hasDecided() };
}

// Far cheaper than building: a snapshot is a megabyte of text that a worker gets anew with each job.
function beginAlike(one: ReplicationJob, other: ReplicationJob): boolean {
  return isDeepStrictEqual(networkParts(one), networkParts(other));
}

function networkParts({ networkSeed: seed, scenario }: ReplicationJob): Record<keyof NetworkParts, unknown> {
  const { tokens, networks, nodes, classes } = scenario;
  return { seed, tokens, networks, nodes, classes };
}

function areAskedAlike(one: ReplicationJob, other: ReplicationJob): boolean {
  const areDrawnAlike = one.seed === other.seed && one.networkSeed === other.networkSeed;
  return areDrawnAlike && isDeepStrictEqual(one.scenario, other.scenario);
}
