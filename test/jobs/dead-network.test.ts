import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { load } from '../../src/jobs/load/load.ts';
import { replay } from '../../src/jobs/replay/replay.ts';
import { type Sandbox, startSandbox } from '../../src/jobs/sandbox.ts';
import { directoryOf } from '../../src/model/network/directory.ts';
import type { LoadRun, Run } from '../../src/model/run/run.ts';
import { textSummary } from '../../src/report/text.ts';
import { type LyingProxy, startLyingProxy } from '../fixtures/lying-proxy.ts';
import { differencesOf } from '../../src/report/summary.ts';
import { scenarioFrom } from './scenario-text.ts';

// Locks last 9 blocks and 10 more: a fifth of a second.
const SCENARIO = scenarioFrom(`
question: What is said of a network that an overload has left dead?
seed: 3
network:
  topology: {channels: [{between: [a, m], deposits: [1_000, 1_000]}, {between: [m, b], deposits: [1_000, 1_000]}]}
  fees: {flat: 0}
  settleTimeout: 20
  revealTimeout: 5
protocol: {blockTime: 10ms, hopLatency: 1ms}
traffic:
  - arrivals: {constant: {perSecond: 40}}
    count: 12
    amounts: 7
    pairs: {uniform: {from: [a], to: [b]}}
`);

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ scenario: SCENARIO, speed: 1 });
});

afterEach(async () => {
  await sandbox.stop();
});

/** Messages take too long while this load runs, and the nodes never release what has expired. */
async function overload(): Promise<LoadRun> {
  const { control } = sandbox.simulation;
  control.keepExpiredLocks();
  control.setHopLatency(2_000);
  const { targets } = sandbox;
  return await load({ scenario: SCENARIO, targets, onDriven: () => control.setHopLatency(1) });
}

function firstLines(run: Run): string {
  return textSummary(run, { color: false, width: 200 }).split('\n').slice(0, 5).join('\n');
}

const EARLIER = /Before the start \d+ payments from earlier held locks in a–m/;

describe('a network whose locks expired and were never released', () => {
  it('is not well after the load, and a second load and a replay say what was there before', async () => {
    const first = await overload();
    expect(first.load.checks).toContainEqual(
      expect.objectContaining({ name: 'recovery', verdict: 'violated' }),
    );
    expect(firstLines(first)).toMatch(/The target is not well after the load: .*12 payments are pending/);
    expect(firstLines(first)).not.toMatch(EARLIER);

    const { targets } = sandbox;
    const second = await load({ scenario: SCENARIO, targets, useExisting: true });
    expect(firstLines(second)).toMatch(EARLIER);
    expect(firstLines(second)).toMatch(/The target is not well after the load: .*from before the load/);
    const blamed = second.load.findings.filter(({ check }) => check === 'foreseen');
    expect(blamed).toEqual([]);

    const replayed = await replay({ scenario: SCENARIO, targets, useExisting: true });
    expect(firstLines(replayed)).toMatch(EARLIER);
    expect(replayed.comparison?.counts).toMatchObject({ differs: 12 });
    expect(foundIn(replayed)).toEqual([
      [0, expect.stringMatching(/from earlier: \d+ payments of before the start hold locks in a–m/)],
    ]);
  }, 180_000);
});

describe('a channel that carries nothing, of which no node lists anything as pending', () => {
  let proxy: LyingProxy;

  beforeEach(async () => {
    const { simulation, network } = sandbox;
    simulation.control.keepExpiredLocks();
    simulation.control.setHopLatency(2_000);
    const directory = directoryOf(network);
    const [token, target] = [directory.tokenAddressOf('TOK'), directory.addressOf('b')];
    const answer = await simulation.node('a').pay({ token, target, amount: 7n });
    expect(answer).toMatchObject({ reason: 'lock-expired' });
    simulation.control.setHopLatency(1);
    const addressOf = (node: string) => sandbox.network.getNodeAttribute(node, 'address');
    proxy = await startLyingProxy({
      targets: sandbox.targets,
      addressOf,
      lie: async (heard) =>
        heard.path.startsWith('/pending_transfers') ? { status: 200, json: [] } : await heard.forward(),
    });
  });

  afterEach(async () => {
    await proxy.close();
  });

  it('is named by a replay, as one finding', async () => {
    const run = await replay({ scenario: SCENARIO, targets: proxy.targets, useExisting: true });
    expect(foundIn(run)).toEqual([[0, expect.stringContaining('nothing crossed a–m from a')]]);
    expect(firstLines(run)).toMatch(/! Nothing crossed a–m from a, or m–b from m: all 12 payments/);
  }, 60_000);

  it('is named by a load', async () => {
    const run = await load({ scenario: SCENARIO, targets: proxy.targets, useExisting: true });
    expect(firstLines(run)).toMatch(/! The target is not well after the load: nothing crossed a–m from a/);
  }, 60_000);
});

/** The differences of a replay, by operation and title. */
function foundIn({ comparison }: Run): readonly (readonly [number | null, string])[] {
  if (comparison === undefined) return [];
  return differencesOf(comparison).map(({ operation, title }) => [operation, title] as const);
}
