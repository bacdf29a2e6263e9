import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import type { Answer } from '../../src/model/run/answer.ts';
import { type Network, nodeAddress } from '../../src/model/network/network.ts';
import { networkToJson } from '../../src/model/network/network-json.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { NodeApi } from '../../src/ports/node-api.ts';
import type { PathFindingApi } from '../../src/ports/path-finding-api.ts';
import { connectControl } from '../../src/rest/control/connect-control.ts';
import { connectNode } from '../../src/rest/connect/connect-node.ts';
import { connectPathFinding } from '../../src/rest/path-finding/connect-path-finding.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { world } from '../world/world.ts';
import { serveLine, simulatedLine } from './simulated-line.ts';

const SEED = 'alike';
const NAMES = ['ann', 'ben', 'cay', 'dan'] as const;
type Name = (typeof NAMES)[number];

// Longer than any case takes, so that no closed channel settles in one world and not yet in the other.
const SETTLE_TIMEOUT = 500_000;

// Time for messages still under way to arrive once nothing is locked any more.
const REST_MS = 2_000;
// A lock nobody can unlock expires after 109 blocks of a second.
const LONGEST_REST_MS = 400_000;

/** One world, driven from outside. */
interface Side {
  node(name: Name): NodeApi;
  readonly pathFinding: PathFindingApi;
  readonly clock: Clock;
  stop(name: Name): Promise<void>;
  start(name: Name): Promise<void>;
  pending(): Promise<number>;
  network(): Promise<Network>;
  until<T>(promise: Promise<T>): Promise<T>;
}

type Act = (side: Side, network: Network) => Promise<unknown>;

describe('connect(serve(nodes))', () => {
  it('behaves like nodes, for operations that do not overlap', async () => {
    await fc.assert(
      fc.asyncProperty(networks, fc.array(act, { minLength: 5, maxLength: 30 }), compareWorlds),
      { numRuns: 30, endOnFailure: false },
    );
  });
});

async function compareWorlds(network: Network, acts: readonly { name: string; act: Act }[]): Promise<void> {
  const direct = directSide(network);
  const { side: remote, close } = await remoteSide(network);
  try {
    for (const { name, act: perform } of acts) {
      const expected = comparable(await perform(direct, network));
      expect(comparable(await perform(remote, network)), name).toEqual(expected);
      await rest(direct);
      await rest(remote);
    }
    const [expected, found] = [await direct.network(), await remote.network()];
    expect(networkToJson(found)).toEqual(networkToJson(expected));
  } finally {
    await close();
  }
}

// What the two worlds may differ in: traces are not sent, times are those of each clock, and how it is
// said that nobody listens is the operating system's affair.
function comparable(value: unknown): unknown {
  const { trace: _trace, ...answer } = value as Answer<unknown> & { readonly trace?: unknown };
  if (answer.kind === 'unreachable') return { kind: 'unreachable' };
  return JSON.parse(
    JSON.stringify(answer, (key, item: unknown) => {
      if (key === 'logTime' || key === 'confirmedBlock' || key === 'uptime' || key === 'score') return key;
      if (typeof item === 'bigint') return `${item}n`;
      return typeof item === 'string' ? item.replace(/([Bb]lock\D*)\d+/g, '$1N') : item;
    }),
  );
}

async function rest(side: Side): Promise<void> {
  for (let waitedMs = 0; waitedMs < LONGEST_REST_MS; waitedMs += REST_MS) {
    const pending = await side.pending();
    await side.until(
      new Promise<void>((resolve) => {
        side.clock.schedule(REST_MS, () => side.clock.answer(resolve));
      }),
    );
    if (pending === 0) return;
  }
}

function directSide(network: Network): Side {
  const clock = new VirtualClock();
  const simulation = simulatedLine({ clock, network });
  const { control } = simulation;
  return {
    node: (name) => simulation.node(name),
    pathFinding: simulation.pathFinding,
    clock,
    stop: async (name) => control.stop(name),
    start: async (name) => control.start(name),
    pending: async () => control.pendingTransfers(),
    network: async () => control.network(),
    until: async (promise) => {
      let settled = false;
      void promise.finally(() => {
        settled = true;
      });
      await clock.runUntil(() => settled);
      return promise;
    },
  };
}

async function remoteSide(network: Network): Promise<{ side: Side; close: () => Promise<void> }> {
  const served = await serveLine(network);
  const nodes = new Map(
    NAMES.map((name) => [name, connectNode({ baseUrl: served.baseUrls[name] as string })] as const),
  );
  const control = connectControl({ baseUrl: served.pathFindingUrl });
  const pathFinding = connectPathFinding({ baseUrl: served.pathFindingUrl });
  const side: Side = {
    node: (name) => nodes.get(name) as NodeApi,
    pathFinding,
    clock: served.clock,
    stop: (name) => control.stop(name),
    start: (name) => control.start(name),
    pending: () => control.pendingTransfers(),
    network: () => control.network(),
    until: (promise) => promise,
  };
  const close = async (): Promise<void> => {
    await Promise.all([...nodes.values(), control, pathFinding].map((client) => client.close()));
    await served.close();
  };
  return { side, close };
}

const amount = fc.oneof(
  { arbitrary: fc.bigInt({ min: 1n, max: 300n }), weight: 8 },
  fc.bigInt({ min: -2n, max: 2n }),
  fc.bigInt({ min: 1n, max: 2n ** 200n }),
  fc.constantFrom(MAX_AMOUNT, MAX_AMOUNT + 1n),
);
const deposit = fc.oneof(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 300n, max: 2n ** 200n }));

const networks: fc.Arbitrary<Network> = fc
  .uniqueArray(
    fc.record({
      pair: fc.constantFrom([0, 1], [1, 2], [2, 3], [0, 2], [1, 3]),
      deposits: fc.tuple(deposit, deposit),
    }),
    { minLength: 1, maxLength: 5, selector: ({ pair }) => pair.join() },
  )
  .map((channels) => {
    const lines = channels.map(
      ({ pair: [one, other], deposits: [first, second] }) =>
        `${NAMES[one as 0]} ${first} - ${second} ${NAMES[other as 0]}`,
    );
    // All nodes are named first, so that their order is the same whatever the channels.
    return world([...NAMES, ...lines].join(', '), {
      tokens: ['DAI', 'WETH'],
      decimals: 18,
      balancePerNode: 2n ** 220n,
      seed: SEED,
      settleTimeout: SETTLE_TIMEOUT,
    });
  });

const name = fc.constantFrom(...NAMES);
const party = fc.oneof({ arbitrary: name, weight: 9 }, { arbitrary: fc.constant('nobody'), weight: 1 });
const token = fc.oneof(
  { arbitrary: fc.constant(0), weight: 8 },
  { arbitrary: fc.constantFrom(1, 2), weight: 1 },
);
const addressOf = (of: string) => nodeAddress({ seed: SEED, name: of });
// Token 2 is none.
const tokenOf = (network: Network, index: number) =>
  network.getAttribute('tokens')[index]?.tokenAddress ?? addressOf('no token');

function asked<T>(
  kind: string,
  details: { [Key in keyof T]: fc.Arbitrary<T[Key]> },
  perform: (node: NodeApi, asked: T, network: Network) => Promise<unknown>,
): fc.Arbitrary<{ name: string; act: Act }> {
  return fc.record({ node: name, asked: fc.record<T>(details) }).map(({ node, asked: what }) => ({
    name: fc.stringify([kind, node, what]),
    act: (side: Side, network: Network) => side.until(perform(side.node(node), what, network)),
    toString: () => fc.stringify([kind, node, what]),
  }));
}

const channelOf = { token, partner: party };

const act: fc.Arbitrary<{ name: string; act: Act }> = fc.oneof(
  {
    weight: 6,
    arbitrary: asked(
      'pay',
      {
        token,
        target: party,
        amount,
        identifier: fc.option(fc.bigInt({ min: -1n, max: 2n ** 64n }), { nil: undefined }),
      },
      (node, { target, identifier, ...what }, network) =>
        node.pay({
          amount: what.amount,
          token: tokenOf(network, what.token),
          target: addressOf(target),
          ...(identifier === undefined ? {} : { identifier }),
        }),
    ),
  },
  asked('open', { ...channelOf, totalDeposit: amount }, (node, what, network) =>
    node.openChannel({
      token: tokenOf(network, what.token),
      partner: addressOf(what.partner),
      totalDeposit: what.totalDeposit,
      settleTimeout: BigInt(SETTLE_TIMEOUT),
      revealTimeout: 50n,
    }),
  ),
  asked(
    'update',
    {
      ...channelOf,
      change: fc.oneof(
        fc.record({ totalDeposit: amount }),
        fc.record({ totalWithdraw: amount }),
        fc.record({ revealTimeout: fc.bigInt({ min: -1n, max: 300_000n }) }),
        fc.record({ state: fc.constantFrom('closed' as const, 'opened' as const, 'settled' as const) }),
        fc.record({ totalDeposit: amount, totalWithdraw: amount }),
      ),
    },
    (node, what, network) =>
      node.updateChannel({
        token: tokenOf(network, what.token),
        partner: addressOf(what.partner),
        ...what.change,
      }),
  ),
  asked('channels', { token: fc.option(token, { nil: undefined }) }, (node, what, network) =>
    node.channels(what.token === undefined ? {} : { token: tokenOf(network, what.token) }),
  ),
  asked('channel', channelOf, (node, what, network) =>
    node.channel({ token: tokenOf(network, what.token), partner: addressOf(what.partner) }),
  ),
  asked(
    'payments',
    {
      ...channelOf,
      limit: fc.option(fc.integer({ min: -1, max: 4 })),
      offset: fc.option(fc.integer({ min: -1, max: 4 })),
    },
    (node, what, network) =>
      node.payments({
        token: tokenOf(network, what.token),
        partner: addressOf(what.partner),
        ...(what.limit === null ? {} : { limit: what.limit }),
        ...(what.offset === null ? {} : { offset: what.offset }),
      }),
  ),
  asked('all payments', {}, (node) => node.payments()),
  asked('pending', channelOf, (node, what, network) =>
    node.pendingTransfers({ token: tokenOf(network, what.token), partner: addressOf(what.partner) }),
  ),
  asked('connections', {}, (node) => node.connections()),
  asked('leave', { token }, (node, what, network) => node.leave(tokenOf(network, what.token))),
  asked('address', {}, (node) => node.address()),
  asked('token network', { token }, (node, what, network) => node.tokenNetwork(tokenOf(network, what.token))),
  fc.record({ from: party, to: party, value: amount }).map((what) => ({
    name: fc.stringify(['paths', what]),
    act: (side: Side, network: Network) =>
      side.until(
        side.pathFinding.paths({
          network: network.getAttribute('tokens')[0]?.tokenNetworkAddress ?? addressOf('none'),
          from: addressOf(what.from),
          to: addressOf(what.to),
          value: what.value,
        }),
      ),
  })),
  fc.record({ node: name, up: fc.boolean() }).map(({ node, up }) => ({
    name: `${up ? 'start' : 'stop'} ${node}`,
    act: async (side: Side) => {
      await (up ? side.start(node) : side.stop(node));
      return { kind: 'ok', status: 200, value: null };
    },
  })),
);
