import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addChannel, createNetwork, type Network, nodeAddress } from '../src/model/network/network.ts';
import type { ProtocolSpec } from '../src/model/scenario/scenario.ts';
import type { Protocol } from '../src/ports/protocol.ts';
import type { RouterFactory } from '../src/ports/router.ts';
import type { Simulation } from '../src/ports/simulation.ts';
import type { Structure } from '../src/ports/topology.ts';
import { createRandomSource } from '../src/runtime/random-source.ts';
import { VirtualClock } from '../src/runtime/virtual-clock.ts';
import { createSimulation } from '../src/simulator/create-simulation.ts';
import { raidenProtocol } from '../src/simulator/raiden/raiden.ts';
import type { World } from '../src/simulator/world.ts';
import { scaleFree } from '../src/topology/generators/scale-free.ts';
import { snapshot } from '../src/topology/generators/snapshot.ts';

const SEED = 'bench';
const EACH_END = 10n ** 20n;
/** Recorded by others, so it stays outside the repository; bench/README.md says where to get it. */
export const LIGHTNING_FILE = fileURLToPath(
  new URL('../../shared/data/lightning/lnd_july15_2019.edgelist', import.meta.url),
);

/** 2,000 nodes, 3 channels for each new one (Barabasi-Albert). */
export function scaleFreeStructure(): Structure {
  const random = createRandomSource(SEED).stream('topology');
  return scaleFree.generate({ kind: 'scale-free', nodes: 2000, channelsPerNode: 3 }, random);
}

/** The Lightning network of July 2019; undefined where the file is not at hand. */
export function lightningStructure(): Structure | undefined {
  if (!existsSync(LIGHTNING_FILE)) return undefined;
  const text = readFileSync(LIGHTNING_FILE, 'utf8');
  const spec = { kind: 'snapshot', file: 'lnd_july15_2019.edgelist', format: 'edge-list', text } as const;
  return snapshot.generate(spec, createRandomSource(SEED).stream('topology'));
}

/** A funded network without fees: every end holds the same. */
export function benchNetwork(structure: Structure): Network {
  const network = createNetwork({
    seed: SEED,
    tokens: [{ name: 'DAI', decimals: 18, balancePerNode: 10n ** 30n }],
  });
  for (const { name } of structure.nodes) {
    network.addNode(name, { address: nodeAddress({ seed: SEED, name }), online: true });
  }
  const nameAt = (place: number): string => structure.nodes[place]?.name as string;
  structure.channels.forEach(({ between: [one, other] }, i) => {
    addChannel(network, {
      between: [nameAt(one), nameAt(other)],
      token: 'DAI',
      deposits: [EACH_END, EACH_END],
      identifier: i + 1,
      settleTimeout: 500,
      revealTimeout: 50,
    });
  });
  return network;
}

const PROTOCOL: ProtocolSpec = {
  kind: 'raiden',
  blockTimeMs: 15_000,
  confirmations: 5,
  hopLatency: { kind: 'uniform', minMs: 50, maxMs: 150 },
  maxPendingLocks: 160,
  router: 'raiden',
  view: 'exact',
  viewDelayMs: 0,
  maxPaths: 3,
  maxFeePercent: 20,
};

/** A simulation of this network on its own clock. */
export function benchSimulation(
  network: Network,
  {
    router,
    protocol = raidenProtocol,
  }: { readonly router: RouterFactory; readonly protocol?: Protocol<World> },
): { readonly simulation: Simulation; readonly clock: VirtualClock } {
  const clock = new VirtualClock();
  const random = createRandomSource(SEED);
  const simulation = createSimulation({
    network,
    protocol,
    rules: PROTOCOL,
    router,
    clock,
    random,
    pathFindingUrl: () => null,
  });
  return { simulation, clock };
}

/** Pairs of different nodes, the same in every run. */
export function pairDrawer(nodes: number): () => readonly [number, number] {
  const draw = createRandomSource(SEED).stream('pairs');
  return () => {
    const source = Math.floor(draw() * nodes);
    const target = Math.floor(draw() * (nodes - 1));
    return [source, target < source ? target : target + 1];
  };
}
