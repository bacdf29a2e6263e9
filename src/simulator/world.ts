import type { Address } from '../model/network/address.ts';
import { type FeeSchedule, NO_FEES } from '../model/network/fees.ts';
import type { Network, NodeName } from '../model/network/network.ts';
import type { ProtocolSpec } from '../model/scenario/scenario.ts';
import type { Clock } from '../ports/clock.ts';
import type { RandomSource, RandomStream } from '../ports/random.ts';
import type { Router } from '../ports/router.ts';
import { Blocks } from './blocks.ts';
import { Messenger } from './messenger.ts';
import { OpenRequests } from './open-requests.ts';
import { PaymentHistory } from './payment-history.ts';
import type { PaymentInFlight } from './raiden/attempt.ts';
import { Processor } from './processor.ts';
import { createTokenLayer, type TokenLayer } from './token-layer.ts';

/** Everything one simulated network is: who there is, what they own, what is going on. Reset builds a new one. */
export interface World {
  readonly clock: Clock;
  readonly protocol: ProtocolSpec;
  readonly router: Router;
  readonly blocks: Blocks;
  readonly messenger: Messenger;
  /** Nodes in name order: a node's number is its place here. */
  readonly names: readonly NodeName[];
  readonly addresses: readonly Address[];
  readonly nodeByAddress: ReadonlyMap<Address, number>;
  readonly fees: readonly FeeSchedule[];
  readonly layers: readonly TokenLayer[];
  /** By token address. */
  readonly layerByToken: ReadonlyMap<Address, TokenLayer>;
  readonly histories: readonly PaymentHistory[];
  /** Requests to each node that are not answered yet. */
  readonly requests: readonly OpenRequests[];
  /** What each node's handling of requests and messages waits for. */
  readonly processors: readonly Processor[];
  readonly inFlight: Set<PaymentInFlight>;
  readonly drawIdentifier: RandomStream;
  readonly drawSecret: RandomStream;
}

// Nodes that run at the start count as up for a day; the path-finding service scores partners by uptime.
const HEAD_START_MS = 86_400_000;

/** Builds the starting world from a network. */
export function createWorld({
  network,
  protocol,
  router,
  clock,
  random,
  drawLatencyMs,
  drawProcessingMs,
}: {
  readonly network: Network;
  readonly protocol: ProtocolSpec;
  readonly router: Router;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly drawLatencyMs: () => number;
  /** Absent: handling takes no time. */
  readonly drawProcessingMs?: (() => number) | undefined;
}): World {
  // By code units, so that the order is the same everywhere.
  const names = network.nodes().sort();
  const nodeOf = new Map(names.map((name, node) => [name, node]));
  const attributes = names.map((name) => network.getNodeAttributes(name));
  const addresses = attributes.map(({ address }) => address);
  const fees = attributes.map((node) => node.fees ?? NO_FEES);
  const requests = names.map(() => new OpenRequests(clock));
  const processors = names.map(() => new Processor(clock, drawProcessingMs));
  const messenger = new Messenger({
    clock,
    running: attributes.map(({ online }) => online),
    processors,
    drawLatencyMs,
    headStartMs: HEAD_START_MS,
    onStop: (node) => {
      requests[node]?.breakOff(`node ${names[node]} was stopped`);
      processors[node]?.stop();
    },
  });
  const layers = network
    .getAttribute('tokens')
    .map((token) => createTokenLayer({ network, token, nodeOf, protocol, clock, messenger, fees }));
  return {
    clock,
    protocol,
    router,
    blocks: new Blocks({ clock, ...protocol }),
    messenger,
    names,
    addresses,
    nodeByAddress: new Map(addresses.map((address, node) => [address, node])),
    fees,
    layers,
    layerByToken: new Map(layers.map((layer) => [layer.token.tokenAddress, layer])),
    histories: names.map(() => new PaymentHistory()),
    requests,
    processors,
    inFlight: new Set(),
    drawIdentifier: random.stream('identifiers'),
    drawSecret: random.stream('secrets'),
  };
}

/** The node's name for people. */
export function nameOf(world: World, node: number): NodeName {
  return world.names[node] as NodeName;
}
