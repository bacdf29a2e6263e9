import { expect, it } from 'vitest';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';
import { untilLost } from '../../../src/jobs/replay/until-lost.ts';
import { onVirtualTime } from '../../../src/jobs/virtual-time.ts';
import type { NodeApi } from '../../../src/ports/node-api.ts';
import { sleep } from '../../../src/runtime/sleep.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { addressOf, lineNetwork, simulatedLine } from '../../rest/simulated-line.ts';

const SCENARIO = scenarioFrom(`question: How long is an answer waited for?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 10}
steps: [{pay: {from: n1, to: n2, amount: 1}}]
`);

// Side by side, as the next two: they wait in the wall's time.
it.concurrent('a replay waits for an answer as long as it is told to, and no longer', async () => {
  // A payment is taken and never answered.
  const lie: Lie = (heard) => (heard.method === 'POST' ? new Promise(() => {}) : heard.forward());
  const { records } = await replayLiedTo(SCENARIO, lie, {
    lockstep: undefined,
    deadlineMs: 100,
    settleMs: 100,
  });
  expect(records[0]?.outcome).toMatchObject({ kind: 'indeterminate', detail: 'no answer within 100 ms' });
});

// Both pass the one channel that has money for one of them.
const BESIDE_EACH_OTHER = [
  'pay: {from: alice, to: bob, amount: 50}',
  'pay: {from: alice, to: bob, amount: 50}\n    beside: true',
];

it.concurrent.each([
  { how: 'are still on their way', further: [], resolved: 'pending' },
  {
    how: 'are made late, when there is money',
    further: ['wait: 4s', 'pay: {from: bob, to: hub, amount: 45}'],
    resolved: 'happened',
  },
])('payments whose locks have to expire first are not held against nodes when they $how', async (shown) => {
  const network = 'alice 100 - 0 hub 60 - 0 bob';
  const steps = [...BESIDE_EACH_OTHER, ...shown.further];
  const scenario = scenarioFrom(stepsIn(network, steps, { protocol: 'hopLatency: 100ms' }));
  const truth: Lie = async (heard) => await heard.forward();
  const waited = { pace: 'scenario', speed: 1, deadlineMs: 2_000, settleMs: 100 } as const;
  const run = await replayLiedTo(scenario, truth, { ...waited, lockstep: undefined });
  expect(run.prediction?.records.slice(0, 2).map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'succeeded' },
    { kind: 'failed', reason: 'lock-expired' },
  ]);
  expect(run.records[1]?.outcome).toMatchObject({ kind: 'indeterminate', resolved: shown.resolved });
  expect(differences(run.comparison).map(inWords)).toEqual([]);
});

const [token] = lineNetwork().getAttribute('tokens');
const MINUTE_MS = 60_000;

function payment(identifier: bigint) {
  return { token: token?.tokenAddress ?? '0x', target: addressOf('bob'), amount: 5n, identifier } as const;
}

it('a payment that its node does not list is waited for as long as path-finding takes, and the next one shorter', async () => {
  const clock = new VirtualClock();
  const line = simulatedLine({ clock });
  const never: NodeApi['pay'] = () => new Promise(() => {});
  const nodes = untilLost(
    { node: (name) => ({ ...line.node(name), pay: never }) },
    { readers: line, clock, slowMs: 0 },
  );
  const endedAtMs: number[] = [];
  const work = async (): Promise<void> => {
    for (const identifier of [1n, 2n, 3n]) {
      const answer = await nodes.node('alice').pay(payment(identifier));
      expect(answer).toMatchObject({ kind: 'indeterminate', cause: 'deadline' });
      endedAtMs.push(clock.nowMs());
    }
  };
  await onVirtualTime(clock, work());
  const [first = 0, second = 0, third = 0] = endedAtMs;
  expect(first).toBeGreaterThan(1.5 * MINUTE_MS);
  expect(first).toBeLessThan(2 * MINUTE_MS);
  expect(third - second).toBe(second - first);
  expect(second - first).toBeLessThan(MINUTE_MS / 2);
});

it('a node whose answers take long is waited for as long again after it has lost a payment', async () => {
  const clock = new VirtualClock();
  const line = simulatedLine({ clock });
  let asked = 0;
  // Its path-finding service takes a minute, and one payment is lost.
  const pay: NodeApi['pay'] = async (request) => {
    asked += 1;
    if (asked === 2) return await new Promise(() => {});
    await sleep(clock, MINUTE_MS);
    return await line.node('alice').pay(request);
  };
  const slow = untilLost(
    { node: (name) => ({ ...line.node(name), pay }) },
    { readers: line, clock, slowMs: 0 },
  );
  const work = async (): Promise<readonly string[]> => {
    const kinds: string[] = [];
    for (const identifier of [1n, 2n, 3n])
      kinds.push((await slow.node('alice').pay(payment(identifier))).kind);
    return kinds;
  };
  expect(await onVirtualTime(clock, work())).toEqual(['ok', 'indeterminate', 'ok']);
});

it('a payment that its node lists as pending is waited for until its locks expire', async () => {
  const clock = new VirtualClock();
  const line = simulatedLine({ clock });
  line.control.slow('bob', 24 * 60 * MINUTE_MS);
  const nodes = untilLost(line, { readers: line, clock, slowMs: 0 });
  const answer = await onVirtualTime(clock, nodes.node('alice').pay({ ...payment(1n), lockTimeout: 400n }));
  expect(answer).toMatchObject({ kind: 'refused', reason: 'lock-expired' });
  expect(clock.nowMs()).toBeGreaterThan(5 * MINUTE_MS);
});

it('a payment that a slow node has yet to take up is waited for', async () => {
  const clock = new VirtualClock();
  const line = simulatedLine({ clock });
  const slowMs = 3 * MINUTE_MS;
  line.control.slow('alice', slowMs);
  const nodes = untilLost(line, { readers: line, clock, slowMs });
  const answer = await onVirtualTime(clock, nodes.node('alice').pay(payment(1n)));
  expect(answer).toMatchObject({ kind: 'ok' });
});
