import { locateFaults } from '../model/locate-faults.ts';
import type { Network } from '../model/network/network.ts';
import type { Operation } from '../model/run/operation.ts';
import type { KeptTraces } from '../model/run/trace.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import type { Clock } from '../ports/clock.ts';
import type { FeePolicy } from '../ports/fee-policy.ts';
import type { Protocol } from '../ports/protocol.ts';
import type { RandomSource } from '../ports/random.ts';
import type { RouterFactory } from '../ports/router.ts';
import type { Simulation } from '../ports/simulation.ts';
import type { TopologyGenerator } from '../ports/topology.ts';
import type { ArrivalProcess, PairChooser } from '../ports/workload.ts';
import { cheapestRouter } from '../routing/cheapest-router.ts';
import { fewestHopsRouter } from '../routing/fewest-hops-router.ts';
import { graphologyRouter } from '../routing/graphology-router.ts';
import { likeliestRouter } from '../routing/likeliest-router.ts';
import { raidenRouter } from '../routing/raiden-router.ts';
import { type Steering, steeredRouter } from '../routing/steered-router.ts';
import { createRandomSource } from '../runtime/random-source.ts';
import { createSimulation, type SimulationParts } from '../simulator/create-simulation.ts';
import { instantProtocol } from '../simulator/instant/instant.ts';
import { raidenProtocol } from '../simulator/raiden/raiden.ts';
import type { World } from '../simulator/world.ts';
import { buildNetwork, type OnBuilding } from '../topology/build-network.ts';
import { corePeriphery } from '../topology/generators/core-periphery.ts';
import { explicitChannels } from '../topology/generators/explicit-channels.ts';
import { random as randomGraph } from '../topology/generators/random.ts';
import { randomRegular } from '../topology/generators/random-regular.ts';
import { complete, grid, line, ring, star } from '../topology/generators/regular-networks.ts';
import { scaleFree } from '../topology/generators/scale-free.ts';
import { smallWorld } from '../topology/generators/small-world.ts';
import { snapshot } from '../topology/generators/snapshot.ts';
import { burst, constant, poisson } from '../workload/arrivals.ts';
import { byCapacity, hotSpots } from '../workload/pairs/weighted-pairs.ts';
import { type PlanLoad, type PlannedLoad, planLoad } from '../workload/load-source.ts';
import type { OperationPlan } from '../workload/operation-plan.ts';
import { type PlanOperations, planOperations } from '../workload/plan-operations.ts';
import { pairList, uniformPairs } from '../workload/pairs/uniform-pairs.ts';
import { InputError } from '../errors.ts';

/** Every topology there is. As of the lists below, a new alternative of a port is one line here. */
export const GENERATORS = [
  line,
  ring,
  star,
  complete,
  grid,
  randomGraph,
  scaleFree,
  smallWorld,
  randomRegular,
  corePeriphery,
  explicitChannels,
  snapshot,
] as readonly unknown[] as readonly TopologyGenerator[];
const ARRIVALS = [poisson, constant, burst] as readonly unknown[] as readonly ArrivalProcess[];
const PAIRS = [uniformPairs, hotSpots, byCapacity, pairList] as readonly unknown[] as readonly PairChooser[];
const WORKLOAD = { arrivals: ARRIVALS, pairs: PAIRS };
const ROUTERS: readonly RouterFactory[] = [
  raidenRouter,
  graphologyRouter,
  fewestHopsRouter,
  likeliestRouter,
  cheapestRouter,
];
const PROTOCOLS: readonly Protocol<World>[] = [raidenProtocol, instantProtocol];

/** Protocols and routers that scenario files may name, in the order of the reference; the first is the default. */
export const CHOICES = { protocols: PROTOCOLS, routers: ROUTERS };

/** The starting network a scenario describes: same scenario and seed, same network. */
export function assembleNetwork(
  scenario: Scenario,
  random: RandomSource = createRandomSource(scenario.seed),
  onBuilding?: OnBuilding,
): Network {
  return buildNetwork(scenario, random, GENERATORS, onBuilding);
}

/** Everything a scenario asks of its nodes, in planned order. */
export function assembleOperations({
  scenario,
  network,
  random = createRandomSource(scenario.seed),
}: PlanParts & { readonly random?: RandomSource }): readonly Operation[] {
  return [...assemblePlan({ scenario, network, random })];
}

/** Like `assembleOperations`, drawn lazily. */
export function assemblePlan({
  scenario,
  network,
  random = createRandomSource(scenario.seed),
}: PlanParts & { readonly random?: RandomSource }): OperationPlan {
  return inFileOf(scenario, () => planOperations({ scenario, network, random, ...WORKLOAD }));
}

/** Plans what executors start, with the payments of the scenario's traffic, or else the scenario's own plan. */
export function assembleLoad({
  scenario,
  network,
  ...load
}: PlanParts & Pick<PlanLoad, 'executors'>): PlannedLoad {
  const planned = inFileOf(scenario, () =>
    planLoad({ ...load, scenario, network, random: createRandomSource(scenario.seed), ...WORKLOAD }),
  );
  return { ...planned, source: (start) => inFileOf(scenario, () => planned.source(start)) };
}

type PlanParts = Pick<PlanOperations, 'scenario' | 'network'>;

// Parts name the field that is wrong; whose file it stands in is known here.
function inFileOf<T>({ name: file }: Scenario, act: () => T): T {
  return locateFaults({ file, prefix: '' }, act);
}

/** Simulated nodes for a scenario, standing at `network`, living on `clock`. */
export function assembleSimulation({
  scenario,
  pathFindingUrl = () => null,
  steering,
  traces = 'all',
  random = createRandomSource(scenario.seed),
  ...others
}: {
  readonly scenario: Scenario;
  readonly network: Network;
  readonly clock: Clock;
  readonly pathFindingUrl?: () => string | null;
  /** Absent: routes are the router's own. */
  readonly steering?: Steering;
  readonly traces?: KeptTraces;
  readonly random?: RandomSource | undefined;
} & Pick<SimulationParts, 'told' | 'held' | 'nodeRules' | 'remembersPayments'>): Simulation {
  const { kind, router } = scenario.protocol;
  const ownRouter = named('router', router, ROUTERS, (each) => each.name);
  const parts: SimulationParts = {
    ...others,
    protocol: named('protocol', kind, PROTOCOLS, (each) => each.kind),
    rules: scenario.protocol,
    router: steering === undefined ? ownRouter : steeredRouter(ownRouter, steering),
    random,
    pathFindingUrl,
    disturbances: scenario,
    tracesSuccesses: traces === 'all',
    keepsAnswers: scenario.steps.some((step) => step.kind === 'observe'),
  };
  return inFileOf(scenario, () => createSimulation(parts));
}

/** The formula by which mediators of this scenario charge. */
export function feePolicyOf({ protocol: { kind } }: Pick<Scenario, 'protocol'>): FeePolicy {
  return named('protocol', kind, PROTOCOLS, (each) => each.kind).fees;
}

function named<T>(
  what: 'protocol' | 'router',
  name: string,
  alternatives: readonly T[],
  nameOf: (each: T) => string,
): T {
  const alternative = alternatives.find((each) => nameOf(each) === name);
  if (alternative !== undefined) return alternative;
  throw new InputError({
    message: `no ${what} is named "${name}"`,
    hint: `${what[0]?.toUpperCase()}${what.slice(1)}s: ${alternatives.map(nameOf).join(', ')}.`,
  });
}
