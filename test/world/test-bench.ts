import type { Network } from '../../src/model/network/network.ts';
import type { Disturbances } from '../../src/model/disturbances/disturbance.ts';
import type { ProtocolSpec } from '../../src/model/scenario/scenario.ts';
import type { Answer } from '../../src/model/run/answer.ts';
import type { NodeApi, OwnPath } from '../../src/ports/node-api.ts';
import type { Protocol } from '../../src/ports/protocol.ts';
import type { RouterFactory } from '../../src/ports/router.ts';
import type { Simulation } from '../../src/ports/simulation.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { createSimulation } from '../../src/simulator/create-simulation.ts';
import { raidenProtocol } from '../../src/simulator/raiden/raiden.ts';
import type { World } from '../../src/simulator/world.ts';
import { world } from './world.ts';

/** The protocol of the small test networks: 100 ms a hop, 1 s a block, 2 confirmations. */
export const PROTOCOL: ProtocolSpec = {
  kind: 'raiden',
  blockTimeMs: 1000,
  confirmations: 2,
  hopLatency: { kind: 'fixed', ms: 100 },
  maxPendingLocks: 160,
  router: 'raiden',
  view: 'exact',
  viewDelayMs: 0,
  maxPaths: 3,
  maxFeePercent: 20,
};

/** Timeouts that pass while a test waits, in blocks of `PROTOCOL`. */
export const SHORT_TIMEOUTS = { settleTimeout: 60, revealTimeout: 20 } as const;

/** A simulation on its own virtual clock, with short ways to do what tests do. */
export interface TestBench {
  readonly clock: VirtualClock;
  readonly simulation: Simulation;
  readonly token: `0x${string}`;
  /** Runs the clock until the answer is there. */
  settle<T>(answer: Promise<Answer<T>>): Promise<Answer<T>>;
  /** Starts a payment. */
  pay(from: string, to: string, amount: bigint, more?: Payment): ReturnType<NodeApi['pay']>;
  /** Asks a node to change its channel with a partner. */
  update(node: string, partner: string, change: object): ReturnType<NodeApi['updateChannel']>;
  /** Asks a node to open a channel. */
  open(node: string, partner: string, asked?: object): ReturnType<NodeApi['openChannel']>;
  /** Runs the clock until nothing is in flight. */
  rest(): Promise<void>;
  /** Balances of a channel: first the one named first. */
  balances(one: string, other: string): readonly [bigint, bigint];
  address(name: string): `0x${string}`;
}

interface Payment {
  readonly identifier?: bigint;
  readonly lockTimeout?: bigint;
  readonly secret?: string;
  readonly secretHash?: string;
  readonly paths?: readonly OwnPath[];
}

/** Runs a bench's clock until the work is done, which also waits for what happens on other clocks. */
export async function runUntilDone<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const settled = work.finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    await clock.runUntil(() => state.isDone);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await settled;
}

/** Simulates a network for a test, or the one that a text in the notation of `world` says, with short timeouts. */
export function testBench(
  network: Network | string,
  {
    protocol = {},
    kind = raidenProtocol,
    router = raidenRouter,
    seed = 'test',
    disturbances = {},
  }: {
    readonly protocol?: Partial<ProtocolSpec>;
    readonly kind?: Protocol<World>;
    readonly router?: RouterFactory;
    readonly seed?: string;
    readonly disturbances?: Disturbances;
  } = {},
): TestBench {
  const clock = new VirtualClock();
  const start = typeof network === 'string' ? world(network, SHORT_TIMEOUTS) : network;
  const simulation = createSimulation({
    network: start,
    protocol: kind,
    rules: { ...PROTOCOL, ...protocol },
    router,
    clock,
    random: createRandomSource(seed),
    pathFindingUrl: () => null,
    disturbances,
  });
  const token = start.getAttribute('tokens')[0]?.tokenAddress as `0x${string}`;
  const address = (name: string): `0x${string}` => start.getNodeAttribute(name, 'address');
  return {
    clock,
    simulation,
    token,
    address,
    async settle(answer) {
      let done = false;
      void answer.then(() => {
        done = true;
      });
      await clock.runUntil(() => done);
      return answer;
    },
    pay: (from, to, amount, more = {}) =>
      simulation.node(from).pay({ token, target: address(to), amount, ...more }),
    update: (node, partner, change) =>
      simulation.node(node).updateChannel({ token, partner: address(partner), ...change }),
    open: (node, partner, asked = {}) =>
      simulation.node(node).openChannel({ token, partner: address(partner), ...asked }),
    rest: () => clock.runUntil(() => simulation.control.pendingTransfers() === 0),
    balances(one, other) {
      const now = simulation.control.network();
      const key = now.edges(one, other)[0] as string;
      const { balance } = now.getEdgeAttributes(key);
      return now.source(key) === one ? balance : [balance[1], balance[0]];
    },
  };
}
