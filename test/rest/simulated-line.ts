import type { Address } from '../../src/model/network/address.ts';
import { type Network, nodeAddress } from '../../src/model/network/network.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Simulation } from '../../src/ports/simulation.ts';
import { type ServedNodes, serveNodes } from '../../src/rest/serve/serve-nodes.ts';
import type { WebFiles } from '../../src/rest/web-interface/web-interface.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { PacedClock } from '../../src/runtime/paced-clock.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { createSimulation } from '../../src/simulator/create-simulation.ts';
import { raidenProtocol } from '../../src/simulator/raiden/raiden.ts';
import { PROTOCOL } from '../world/test-bench.ts';
import { world } from '../world/world.ts';

const SEED = 'line';

/** A thousand virtual seconds pass in one: a payment over two hops takes well under a millisecond. */
const SPEED = 1000;

/** Names of the nodes of the line. */
export type LineName = 'alice' | 'bob' | 'carol' | 'dave';

/** alice - bob - carol with 1,000 on each side, dave without a channel; a second token nobody uses yet. */
export function lineNetwork(): Network {
  return world('alice 1000 - 1000 bob 1000 - 1000 carol, dave', {
    tokens: ['DAI', 'WETH'],
    decimals: 18,
    seed: SEED,
  });
}

/** The address of a node of the line. */
export function addressOf(name: LineName): Address {
  return nodeAddress({ seed: SEED, name });
}

/** The line of nodes, simulated. */
export function simulatedLine({
  clock,
  network = lineNetwork(),
  pathFindingUrl = () => null,
}: {
  readonly clock: Clock;
  readonly network?: Network;
  readonly pathFindingUrl?: () => string | null;
}): Simulation {
  return createSimulation({
    network,
    protocol: raidenProtocol,
    rules: { ...PROTOCOL, confirmations: 5, hopLatency: { kind: 'fixed', ms: 20 } },
    router: raidenRouter,
    clock,
    random: createRandomSource(SEED),
    pathFindingUrl,
  });
}

/** The line behind HTTP on free ports, a thousand times faster than the wall. */
export async function serveLine(
  network?: Network,
  dialect?: string,
  allowedHosts: readonly string[] = [],
  web?: WebFiles,
): Promise<
  ServedNodes & {
    readonly simulation: Simulation;
    readonly clock: Clock;
    readonly token: Address;
    readonly tokenNetwork: Address;
  }
> {
  const clock = new PacedClock({ speed: SPEED });
  let url: string | null = null;
  const simulation = simulatedLine({ clock, pathFindingUrl: () => url, ...(network ? { network } : {}) });
  const served = await serveNodes({
    nodes: simulation,
    ...(dialect === undefined ? {} : { dialect }),
    allowedHosts,
    web,
    basePort: 0,
    pathFindingPort: 0,
  });
  url = served.pathFindingUrl;
  const { tokenAddress, tokenNetworkAddress } = lineNetwork().getAttribute('tokens')[0] as {
    readonly tokenAddress: Address;
    readonly tokenNetworkAddress: Address;
  };
  return {
    ...served,
    simulation,
    clock,
    token: tokenAddress,
    tokenNetwork: tokenNetworkAddress,
    close: async () => {
      clock.stop();
      await served.close();
    },
  };
}
