import { describe, expect, it } from 'vitest';
import { load } from '../../src/jobs/load/load.ts';
import { replay } from '../../src/jobs/replay/replay.ts';
import type { Sandbox } from '../../src/jobs/sandbox.ts';
import type { Run } from '../../src/model/run/run.ts';
import { textSummary } from '../../src/report/sections/run-document.ts';
import { differencesOf } from '../../src/report/words/check-texts.ts';
import { scenarioFrom } from './scenario-text.ts';
import { nothingPending, poisonChannel } from '../fixtures/broken-sandboxes.ts';
import { inSandbox } from '../fixtures/in-sandbox.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';

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

// What is dead stays so, and no look needs to wait for it.
const SETTLE_MS = 100;
// Half a minute is waited for what does not recover; beside other tests that may take minutes.
const LONGEST_MS = 300_000;

/** In a network in which the locks of a payment expired and were never released. */
function afterAnExpiredLock(use: (sandbox: Sandbox) => Promise<void>, lie?: Lie): Promise<void> {
  const work = async (sandbox: Sandbox): Promise<void> => {
    await poisonChannel(sandbox, { from: 'a', to: 'b' });
    await use(sandbox);
  };
  return inSandbox(SCENARIO, work, lie && { lie });
}

function firstLines(run: Run): string {
  return textSummary(run, { color: false, width: 200 }).split('\n').slice(0, 5).join('\n');
}

const EARLIER = /Before the start \d+ payments? from earlier held locks in a–m/;

// Side by side: nearly all of their time they wait for what does not recover.
describe.concurrent('a network whose locks expired and were never released', { timeout: LONGEST_MS }, () => {
  it('is not well after the load that did it', async () => {
    await inSandbox(SCENARIO, async ({ targets, simulation: { control } }) => {
      // Messages take too long while the load runs, and the nodes never release what has expired.
      control.keepExpiredLocks();
      control.setHopLatency(2_000);
      const run = await load({ scenario: SCENARIO, targets, onDriven: () => control.setHopLatency(1) });
      expect(run.load.checks).toContainEqual(
        expect.objectContaining({ name: 'recovery', verdict: 'violated' }),
      );
      expect(firstLines(run)).toMatch(/The target is not well after the load: .*12 payments are pending/);
      expect(firstLines(run)).not.toMatch(EARLIER);
    });
  });

  it('is said by a second load to have been so before', async () => {
    await afterAnExpiredLock(async ({ targets }) => {
      const run = await load({ scenario: SCENARIO, targets, useExisting: true });
      expect(firstLines(run)).toMatch(EARLIER);
      expect(firstLines(run)).toMatch(/The target is not well after the load: .*from before the load/);
      expect(run.load.findings.filter(({ check }) => check === 'foreseen')).toEqual([]);
    });
  });

  it('is said by a replay to have been so before, as one finding', async () => {
    await afterAnExpiredLock(async ({ targets }) => {
      const run = await replay({ scenario: SCENARIO, targets, useExisting: true, settleMs: SETTLE_MS });
      expect(firstLines(run)).toMatch(EARLIER);
      expect(run.comparison?.counts).toMatchObject({ differs: 12 });
      expect(foundIn(run)).toEqual([
        [0, expect.stringMatching(/from earlier: \d+ payments? of before the start holds? locks in a–m/)],
      ]);
    });
  });

  it('and of which no node lists anything as pending, is named by a replay, as one finding', async () => {
    await afterAnExpiredLock(async ({ targets }) => {
      const run = await replay({ scenario: SCENARIO, targets, useExisting: true, settleMs: SETTLE_MS });
      expect(foundIn(run)).toEqual([[0, expect.stringContaining('nothing crossed a–m from a')]]);
      expect(firstLines(run)).toMatch(/! Nothing crossed a–m from a, or m–b from m: all 12 payments/);
    }, nothingPending);
  });

  it('and of which no node lists anything as pending, is named by a load', async () => {
    await afterAnExpiredLock(async ({ targets }) => {
      const run = await load({ scenario: SCENARIO, targets, useExisting: true });
      expect(firstLines(run)).toMatch(/! The target is not well after the load: nothing crossed a–m from a/);
    }, nothingPending);
  });
});

/** The differences of a replay, by operation and title. */
function foundIn({ comparison }: Run): readonly (readonly [number | null, string])[] {
  if (comparison === undefined) return [];
  return differencesOf(comparison).map(({ operation, title }) => [operation, title] as const);
}
