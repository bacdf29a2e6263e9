import { InvariantError } from '../errors.ts';
import { longestMs } from '../model/scenario/longest-latency.ts';
import type { Network, NodeName } from '../model/network/network.ts';
import type { ProtocolSpec } from '../model/scenario/scenario.ts';
import type { Clock } from '../ports/clock.ts';
import type { NodeApi } from '../ports/node-api.ts';
import type { RandomSource } from '../ports/random.ts';
import type { Router } from '../ports/router.ts';
import type { Simulation } from '../ports/simulation.ts';
import { durationDrawer } from '../runtime/draw.ts';
import { ChannelDesk } from './channels/channel-desk.ts';
import { exportWorld } from './export-world.ts';
import type { Openings } from './channels/opening.ts';
import { PaymentDesk } from './payments/payment-desk.ts';
import { type NodeRoom, simulatedNode } from './node-door.ts';
import { simulatedPathFinding } from './path-finding/simulated-path-finding.ts';
import { assertLayerInvariants } from './token-layer.ts';
import { Transfers } from './raiden/transfers.ts';
import { createWorld, type World } from './world.ts';

/** What a simulated network is made of. */
export interface SimulationParts {
  /** Where it starts; never changed. */
  readonly network: Network;
  readonly protocol: ProtocolSpec;
  readonly router: Router;
  readonly clock: Clock;
  /** Streams used: latency, processing, identifiers, secrets. */
  readonly random: RandomSource;
  /** What nodes say under /settings. */
  readonly pathFindingUrl: () => string | null;
}

/** A network of simulated Raiden nodes on a clock. */
export function createSimulation(parts: SimulationParts): Simulation {
  const { network, protocol, random, pathFindingUrl } = parts;
  let fixedLatencyMs: number | undefined;
  let origin = network;
  const start = (): Rooms => {
    const draw = durationDrawer(protocol.hopLatency, random.stream('latency'));
    const drawLatencyMs = (): number => fixedLatencyMs ?? draw();
    const drawProcessingMs = processingDrawer(protocol, random);
    return furnish(createWorld({ ...parts, network: origin, drawLatencyMs, drawProcessingMs }));
  };
  let rooms = start();
  const names = rooms.world.names;
  const nodeOf = new Map(names.map((name, node) => [name, node]));
  const number = (name: NodeName): number => {
    const node = nodeOf.get(name);
    if (node === undefined) throw new InvariantError(`the simulated network has no node named ${name}`);
    return node;
  };
  const nodes = names.map((_name, node) =>
    simulatedNode(() => rooms.byNode[node] as NodeRoom, pathFindingUrl),
  );
  const standing = (): Network => {
    for (const layer of rooms.world.layers) assertLayerInvariants(layer);
    return exportWorld(rooms.world, network);
  };
  return {
    names,
    node: (name) => nodes[number(name)] as NodeApi,
    pathFinding: simulatedPathFinding(() => rooms.world),
    control: {
      stop: (name) => rooms.world.messenger.stop(number(name)),
      start: (name) => rooms.world.messenger.start(number(name)),
      isRunning: (name) => rooms.world.messenger.isRunning(number(name)),
      setHopLatency: (latencyMs) => {
        fixedLatencyMs = latencyMs;
      },
      reset: () => {
        for (const requests of rooms.world.requests) requests.breakOff('the simulation was reset');
        fixedLatencyMs = undefined;
        // What the old world has scheduled still fires, and changes the old world only.
        rooms = start();
      },
      snapshot: () => {
        const pending = rooms.transfers.pending;
        if (pending > 0) throw new InvariantError(`a snapshot with ${pending} transfers pending`);
        origin = standing();
      },
      network: standing,
      pendingTransfers: () => rooms.transfers.pending,
    },
  };
}

// Without any, not even a queue is kept.
function processingDrawer(
  { processingTime }: ProtocolSpec,
  random: RandomSource,
): (() => number) | undefined {
  if (processingTime === undefined || longestMs(processingTime) === 0) return undefined;
  return durationDrawer(processingTime, random.stream('processing'));
}

interface Rooms {
  readonly world: World;
  readonly transfers: Transfers;
  readonly byNode: readonly NodeRoom[];
}

function furnish(world: World): Rooms {
  const transfers = new Transfers(world);
  const openings: Openings = new Map();
  const byNode = world.names.map((_name, node) => ({
    world,
    node,
    payments: new PaymentDesk({ world, transfers, node }),
    channels: new ChannelDesk({ world, node, openings }),
  }));
  return { world, transfers, byNode };
}
