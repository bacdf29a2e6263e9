import type { Address } from '../../src/model/network/address.ts';
import { createNetwork } from '../../src/model/network/create-network.ts';
import { addChannel, type Network, nodeAddress } from '../../src/model/network/network.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Simulation } from '../../src/ports/simulation.ts';
import { type ServedNodes, serveNodes } from '../../src/rest/serve/serve-nodes.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { PacedClock } from '../../src/runtime/paced-clock.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { createSimulation } from '../../src/simulator/create-simulation.ts';
import { raidenProtocol } from '../../src/simulator/raiden/raiden.ts';

const SEED = 'line';
const NAMES = ['alice', 'bob', 'carol', 'dave'] as const;

/** A thousand virtual seconds pass in one: a payment over two hops takes well under a millisecond. */
const SPEED = 1000;

/** Names of the nodes of the line. */
export type LineName = (typeof NAMES)[number];

/** alice - bob - carol with 1,000 on each side, dave without a channel; a second token nobody uses yet. */
export function lineNetwork(): Network {
  const network = createNetwork({
    seed: SEED,
    tokens: ['DAI', 'WETH'].map((name) => ({ name, decimals: 18, balancePerNode: 10n ** 24n })),
  });
  for (const name of NAMES) network.addNode(name, { address: addressOf(name), online: true });
  for (const [index, between] of (
    [
      ['alice', 'bob'],
      ['bob', 'carol'],
    ] as const
  ).entries())
    addChannel(network, {
      between,
      token: 'DAI',
      deposits: [1000n, 1000n],
      identifier: index + 1,
      settleTimeout: 500,
      revealTimeout: 50,
    });
  return network;
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
    rules: {
      kind: 'raiden',
      blockTimeMs: 1000,
      confirmations: 5,
      hopLatency: { kind: 'fixed', ms: 20 },
      maxPendingLocks: 160,
      router: 'raiden',
      view: 'exact',
      viewDelayMs: 0,
      maxPaths: 3,
      maxFeePercent: 20,
    },
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
