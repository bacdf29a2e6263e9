import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertNetworkInvariants } from '../../src/model/network/invariants.ts';
import { addChannel, createNetwork, type Network, nodeAddress } from '../../src/model/network/network.ts';
import { networkToJson } from '../../src/model/network/network-json.ts';
import type { PaymentReceipt } from '../../src/model/run/answer.ts';
import type { Protocol } from '../../src/ports/protocol.ts';
import type { Router } from '../../src/ports/router.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import type { World } from '../../src/simulator/world.ts';
import { carryOut, type Finished, nodeName, type RandomRun, randomRuns } from '../simulator/random-runs.ts';
import { SHORT_TIMEOUTS, type TestBench, testBench } from '../world/test-bench.ts';
import { world } from '../world/world.ts';

const LINE = 'a 100 - 0 b 100 - 0 c 100 - 0 d';

/** What holds of every protocol, however it moves money. */
export function describeProtocol(kind: Protocol<World>): void {
  describe(`protocol ${kind.kind}: a payment`, () => describePayments(kind));
  describe(`protocol ${kind.kind}: control`, () => describeControl(kind));
  describe(`protocol ${kind.kind}: routers`, () => describeRouters(kind));
  describe.each([
    ['small amounts', 1000n, 120],
    ['amounts around 2^53', 2n ** 53n, 50],
    ['amounts around 2^250', 2n ** 250n, 50],
  ])(`protocol ${kind.kind}: random networks and workloads with %s`, (_name, scale, numRuns) =>
    describeRandomRuns(kind, randomRuns(scale), numRuns),
  );
  describe(`protocol ${kind.kind}: random networks with churn, griefing and faulty messages`, () =>
    describeRandomRuns(kind, randomRuns(1000n, { isDisturbed: true }), 100));
}

function describePayments(kind: Protocol<World>): void {
  it('moves the amount on every hop, and both parties remember it', async () => {
    const bench = testBench(LINE, { kind });
    const answer = await bench.settle(bench.pay('a', 'd', 30n, { identifier: 7n }));
    expect(answer).toMatchObject({
      kind: 'ok',
      status: 200,
      value: { amount: 30n, identifier: 7n },
      trace: { path: ['a', 'b', 'c', 'd'], fee: 0n, sent: 30n, received: 30n },
    });
    await bench.rest();
    expect(lineBalances(bench)).toEqual([
      [70n, 30n],
      [70n, 30n],
      [70n, 30n],
    ]);
    const partners = { target: bench.address('d'), initiator: bench.address('a') };
    expect(await bench.simulation.node('a').payments()).toMatchObject({
      value: [{ kind: 'sent', identifier: 7n, target: partners.target }],
    });
    expect(await bench.simulation.node('d').payments()).toMatchObject({
      value: [{ kind: 'received', identifier: 7n, initiator: partners.initiator }],
    });
    expect(await bench.simulation.node('b').payments()).toMatchObject({ value: [] });
  });

  it('leaves each mediator what its fee policy says, and never more than the initiator accepts', async () => {
    const fees = { b: { flat: 5n, proportionalPpm: 0, imbalancePpm: 0 } };
    const bench = testBench(world(LINE, { ...SHORT_TIMEOUTS, fees }), { kind });
    const answer = await bench.settle(bench.pay('a', 'c', 60n));
    if (answer.kind !== 'ok') throw new Error('expected a payment');
    await bench.rest();
    const [[left], [passedOn, received]] = lineBalances(bench) as [[bigint], [bigint, bigint]];
    expect(100n - left).toBe(answer.trace?.sent);
    expect(100n - passedOn).toBe(received);
    expect(received).toBe(answer.trace?.received);
    // Flat 5 for the incoming channel and 5 for the outgoing one.
    expect(answer.trace?.fee).toBe(10n);
    expect(await bench.settle(bench.pay('a', 'c', 15n))).toMatchObject({
      kind: 'refused',
      status: 409,
      trace: { failure: { at: 'a', check: 'max-fee', required: 'amount with fees <= 18' } },
    });
  });

  it('that no channel covers changes nothing, and says where it failed', async () => {
    const bench = testBench(LINE, { kind, protocol: { view: 'capacity' } });
    await bench.settle(bench.pay('b', 'c', 95n));
    await bench.rest();
    const before = networkToJson(bench.simulation.control.network());
    const answer = await bench.settle(bench.pay('a', 'd', 10n));
    expect(answer).toMatchObject({
      kind: 'refused',
      status: 409,
      errors: expect.stringContaining("Payment couldn't be completed because: "),
      trace: {
        fee: 0n,
        received: 0n,
        failure: {
          hop: 1,
          at: 'b',
          channel: 'DAI:2',
          check: 'available-balance',
          required: 'available balance >= 10',
          found: 'available balance 5 (balance 5, locked 0)',
        },
      },
    });
    await bench.rest();
    expect(networkToJson(bench.simulation.control.network())).toEqual(before);
    expect(await bench.simulation.node('a').payments()).toMatchObject({
      value: [{ kind: 'failed', target: bench.address('d') }],
    });
    expect(await bench.simulation.node('d').payments()).toMatchObject({ value: [] });
  });

  it('whose secret the initiator does not know fails, and nothing stays locked', async () => {
    const bench = testBench(LINE, { kind });
    const secretHash = `0x${'11'.repeat(32)}`;
    expect(await bench.settle(bench.pay('a', 'b', 10n, { secretHash }))).toMatchObject({
      kind: 'refused',
      errors: "Payment couldn't be completed because: lock expired, despite receiving secret request",
      trace: { failure: { check: 'lock-expiration', found: 'the initiator knows the hash only' } },
    });
    expect(lineBalances(bench)[0]).toEqual([100n, 0n]);
  });

  it('in one token network touches no other', async () => {
    const network = twoTokens();
    const [dai, weth] = network.getAttribute('tokens').map(({ tokenAddress }) => tokenAddress);
    const bench = testBench(network, { kind });
    const target = bench.address('b');
    const pay = (token = dai) =>
      bench.settle(bench.simulation.node('a').pay({ token: token ?? '0x', target, amount: 60n }));
    expect(await pay(dai)).toMatchObject({ kind: 'ok' });
    expect(await pay(weth)).toMatchObject({ kind: 'ok' });
    expect(await pay(weth)).toMatchObject({ kind: 'refused' });
    await bench.rest();
    const now = bench.simulation.control.network();
    expect(['DAI:1', 'WETH:1'].map((key) => now.getEdgeAttribute(key, 'balance'))).toEqual([
      [940n, 60n],
      [40n, 60n],
    ]);
    expect(await bench.simulation.node('b').payments({ token: weth ?? '0x' })).toMatchObject({
      value: [{ amount: 60n, tokenAddress: weth }],
    });
  });

  it('of 2^250 + 1 is exact to the last unit', async () => {
    const amount = 2n ** 250n + 1n;
    const bench = testBench(world(`a ${amount} - 0 b`, { ...SHORT_TIMEOUTS, balancePerNode: 2n ** 255n }), {
      kind,
    });
    await bench.settle(bench.pay('a', 'b', 2n ** 250n));
    await bench.rest();
    expect(bench.balances('a', 'b')).toEqual([1n, 2n ** 250n]);
    expect(await bench.settle(bench.pay('a', 'b', 2n))).toMatchObject({ kind: 'refused' });
  });
}

function describeControl(kind: Protocol<World>): void {
  it('stops a node: nothing reaches it and no payment goes through it', async () => {
    const bench = testBench(LINE, { kind });
    bench.simulation.control.stop('b');
    expect(await bench.simulation.node('b').address()).toMatchObject({ kind: 'unreachable' });
    expect(await bench.settle(bench.pay('a', 'b', 1n))).toMatchObject({
      kind: 'refused',
      trace: { failure: { check: 'target-online', at: 'b' } },
    });
    expect(await bench.settle(bench.pay('a', 'c', 1n))).toMatchObject({
      kind: 'refused',
      trace: { failure: { check: 'mediator-online', at: 'b' } },
    });
    bench.simulation.control.start('b');
    expect(await bench.settle(bench.pay('a', 'c', 1n))).toMatchObject({ kind: 'ok' });
  });

  it('resets to the start, and the same chance gives the same answers', async () => {
    const hopLatency = { kind: 'uniform', minMs: 1, maxMs: 500 } as const;
    const bench = testBench(LINE, { kind, protocol: { hopLatency } });
    const first = timeless(await bench.settle(bench.pay('a', 'c', 10n)));
    await bench.rest();
    bench.simulation.control.reset();
    expect(lineBalances(bench)[0]).toEqual([100n, 0n]);
    expect(bench.simulation.control.pendingTransfers()).toBe(0);
    expect(await bench.simulation.node('c').payments()).toMatchObject({ value: [] });
    expect(timeless(await bench.settle(bench.pay('a', 'c', 10n)))).toEqual(first);
  });

  it('resets to the last snapshot, stopped nodes too', async () => {
    const bench = testBench(LINE, { kind });
    const { control } = bench.simulation;
    await bench.settle(bench.pay('a', 'b', 10n));
    await bench.rest();
    control.stop('c');
    control.snapshot();
    control.start('c');
    await bench.settle(bench.pay('a', 'b', 20n));
    await bench.rest();
    control.reset();
    expect(bench.balances('a', 'b')).toEqual([90n, 10n]);
    expect(control.isRunning('c')).toBe(false);
  });
}

function describeRouters(kind: Protocol<World>): void {
  it('are new in every world and after every reset', () => {
    let made = 0;
    const create = (): Router => {
      made += 1;
      return raidenRouter.create();
    };
    const [one] = [0, 1].map(() => testBench(LINE, { kind, router: { name: 'counted', create } }));
    one?.simulation.control.reset();
    expect(made).toBe(3);
  });
}

function describeRandomRuns(kind: Protocol<World>, runs: fc.Arbitrary<RandomRun>, numRuns: number): void {
  it('keep every invariant, answer every request once, and lock nothing at rest', async () => {
    const property = fc.asyncProperty(runs, async (run) => {
      const finished = await carryOut(run, { kind });
      run.deeds.forEach((deed, i) => {
        const expected = deed.kind === 'stop' || deed.kind === 'start' ? 0 : 1;
        expect(finished.answered[i], `answers to ${deed.kind}, deed ${i}`).toBe(expected);
      });
      expect(finished.bench.simulation.control.pendingTransfers()).toBe(0);
      // Checks the invariants of every channel with its locks, and that no token came or went.
      assertNetworkInvariants(finished.bench.simulation.control.network());
      await everyPaymentStandsInBothHistories(finished);
    });
    await fc.assert(property, { numRuns, seed: 1 });
  });

  it('end the same when they are run again', async () => {
    const property = fc.asyncProperty(runs, async (run) => {
      const [first, second] = [await carryOut(run, { kind }), await carryOut(run, { kind })];
      expect(second.answers).toEqual(first.answers);
      expect(second.record).toEqual(first.record);
      expect(networkToJson(second.bench.simulation.control.network())).toEqual(
        networkToJson(first.bench.simulation.control.network()),
      );
    });
    await fc.assert(property, { numRuns: Math.ceil(numRuns / 5), seed: 2 });
  });
}

function twoTokens(): Network {
  const tokens = ['DAI', 'WETH'].map((name) => ({ name, decimals: 0, balancePerNode: 10n ** 6n }));
  const network = createNetwork({ seed: 'two', tokens });
  for (const name of ['a', 'b'])
    network.addNode(name, { address: nodeAddress({ seed: 'two', name }), online: true });
  const common = { between: ['a', 'b'], identifier: 1, settleTimeout: 60, revealTimeout: 20 } as const;
  addChannel(network, { ...common, token: 'DAI', deposits: [1000n, 0n] });
  addChannel(network, { ...common, token: 'WETH', deposits: [100n, 0n] });
  return network;
}

/** The answer without the moments of its hops, which are those of the clock. */
function timeless<T>(answer: T): T {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) =>
      key.endsWith('AtMs') ? undefined : typeof value === 'bigint' ? `${value}n` : value,
    ),
  ) as T;
}

function lineBalances(bench: TestBench): readonly (readonly [bigint, bigint])[] {
  return [bench.balances('a', 'b'), bench.balances('b', 'c'), bench.balances('c', 'd')];
}

// Payments that joined another one have its secret: one entry each per secret.
async function everyPaymentStandsInBothHistories({ bench, answers }: Finished): Promise<void> {
  const bySecret = new Map<string, PaymentReceipt>();
  for (const answer of answers) {
    if (answer?.kind === 'ok' && isReceipt(answer.value)) bySecret.set(answer.value.secret, answer.value);
  }
  let received = 0;
  let sent = 0;
  for (let node = 0; node < 6; node += 1) {
    const answer = await bench.simulation.node(nodeName(node)).payments();
    if (answer.kind !== 'ok') throw new Error(`no history of node ${node}`);
    received += answer.value.filter(({ kind }) => kind === 'received').length;
    const own = [...bySecret.values()].filter(
      ({ initiatorAddress }) => initiatorAddress === bench.address(nodeName(node)),
    );
    const ownSent = answer.value.filter(({ kind }) => kind === 'sent');
    sent += ownSent.length;
    // A node that was stopped while it paid has an entry without an answer.
    expect(ownSent.length).toBeGreaterThanOrEqual(own.length);
    for (const { identifier, amount, targetAddress } of own) {
      expect(ownSent).toContainEqual(expect.objectContaining({ identifier, amount, target: targetAddress }));
    }
  }
  expect(received).toBe(sent);
}

function isReceipt(value: unknown): value is PaymentReceipt {
  return typeof value === 'object' && value !== null && 'secret' in value;
}
