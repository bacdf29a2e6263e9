import { assertGiven } from '../errors.ts';
import type { Network, NodeName } from '../model/network/network.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import type { Simulation } from '../ports/simulation.ts';
import { dialectNamed } from '../rest/dialect-named.ts';
import { serveNodes } from '../rest/serve/serve-nodes.ts';
import type { WebFiles } from '../rest/web-interface/web-interface.ts';
import type { LockstepClock } from '../runtime/lockstep-clock.ts';
import { PacedClock } from '../runtime/paced-clock.ts';
import { assembleNetwork, assembleSimulation } from './assemble.ts';

/** A simulated network that answers over HTTP. */
export interface Sandbox {
  /** Base URL of each node. */
  readonly targets: Readonly<Record<NodeName, string>>;
  readonly pathFindingUrl: string;
  readonly simulation: Simulation;
  readonly network: Network;
  /** Closes every port; open requests are cut. */
  stop(): Promise<void>;
}

/** Serves a scenario's network on loopback, its time `speed` times faster than the wall's. */
export async function startSandbox(options: {
  readonly scenario: Scenario;
  /** Absent: as fast as the wall's. */
  readonly speed?: number;
  /** Time of a driver in this process, which theirs keeps to; absent: the wall's. */
  readonly lockstep?: LockstepClock | undefined;
  readonly host?: string;
  /** Hosts under whose names the nodes may be asked, and whose pages may change them; this machine's always may. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** First node's port, the others follow; absent or 0: any free ports. */
  readonly basePort?: number;
  /** Absent or 0: any free port. */
  readonly pathFindingPort?: number;
  /** Which kind of node they answer like; the Python node unless said otherwise. */
  readonly dialect?: string | undefined;
  /** Hears of each node that ended with what it did not expect, with the request. */
  readonly onEnd?: (node: NodeName, request: string) => void;
  /** A web interface that every node shows; absent: none. */
  readonly web?: WebFiles | undefined;
}): Promise<Sandbox> {
  assertGiven('startSandbox', options, 'scenario');
  const {
    scenario,
    speed = 1,
    lockstep,
    host = '127.0.0.1',
    allowedHosts,
    basePort = 0,
    pathFindingPort = 0,
    dialect,
    onEnd,
    web,
  } = options;
  const network = assembleNetwork(scenario);
  const clock = lockstep ?? new PacedClock({ speed });
  let pathFindingUrl: string | null = null;
  const { rules } = dialectNamed(dialect);
  const simulation = assembleSimulation({
    scenario,
    network,
    clock: lockstep?.ofNodes ?? clock,
    pathFindingUrl: () => pathFindingUrl,
    nodeRules: () => rules,
  });
  const served = await serveNodes({
    nodes: lockstep ? { ...simulation, node: (name) => lockstep.taking(simulation.node(name)) } : simulation,
    ...withoutUndefined({ dialect, allowedHosts }),
    host,
    basePort,
    pathFindingPort,
    onEnd,
    web,
    origin: { scenario: scenario.name, speed },
  });
  pathFindingUrl = served.pathFindingUrl;
  return {
    targets: served.baseUrls,
    pathFindingUrl: served.pathFindingUrl,
    simulation,
    network,
    stop: async () => {
      clock.stop();
      await served.close();
    },
  };
}
