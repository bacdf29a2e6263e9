import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/run-folder/conclude-run.ts';
import { directoryOf } from '../../src/model/network/directory.ts';
import { tokenNetwork } from '../../src/model/network/network.ts';
import type { Moment, Reading } from '../../src/model/run/reading.ts';
import type { Run } from '../../src/model/run/run.ts';
import { htmlReport, textSummary } from '../../src/report/sections/run-document.ts';
import { junitXml } from '../../src/report/ci/junit.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { smallReplay } from '../fixtures/example-runs.ts';
import { loadRun } from '../fixtures/load-runs.ts';

/** What alice lists: one payment in her channel with bob. */
function pendingAt(moment: Moment, { start }: Pick<Run, 'start'>): Reading {
  const directory = directoryOf(start);
  const transfer = {
    paymentIdentifier: 77n,
    tokenAddress: directory.tokenAddressOf('DAI'),
    tokenNetworkAddress: tokenNetwork(start, 'DAI').tokenNetworkAddress,
    channelIdentifier: 1n,
    initiator: directory.addressOf('alice'),
    target: directory.addressOf('bob'),
    transferredAmount: 0n,
    lockedAmount: 5n,
    role: 'initiator',
  } as const;
  const value = { kind: 'pending', transfers: [transfer] } as const;
  return { moment, node: 'alice', view: { kind: 'pending' }, value, attempt: 1, atMs: 0 };
}

const unwell = { name: 'recovery', verdict: 'violated', detail: 'alice cannot pay bob' } as const;
const plain = loadRun();
const beside: Run = { ...plain, readings: [pendingAt('start', plain), pendingAt('end', plain)] };
const BEFORE = 'Before the start 1 payment from earlier held locks in alice–bob';

describe('how a target stood before a run, and stands after it', () => {
  it('is said at the top of the page, in the summary and in the JUnit file, as on the terminal', () => {
    const { load } = loadRun({ checks: [unwell] });
    const run: Run = { ...beside, load };
    const after = 'The target is not well after the load: alice cannot pay bob.';
    expect(textSummary(run, { color: false, width: 200 })).toContain(`! ${BEFORE}`);
    expect(summaryOf(run).standing).toEqual([expect.stringContaining(BEFORE), after]);
    const [top = ''] = htmlReport(run).split('<nav');
    expect(top).toContain(BEFORE);
    expect(top).toContain(after);
    expect(junitXml(run)).toContain(`<skipped message="${BEFORE}`);
    expect(summaryOf(plain)).not.toHaveProperty('standing');
  });

  it('is in the first line of the verdict of a load that went well beside it, which stays a success', () => {
    expect(verdictOf(beside)).toMatchObject({
      word: 'as-expected',
      sentence: expect.stringMatching(/^1 payment from earlier held locks before the start\. /),
    });
    expect(exitCodeOf(beside)).toBe(0);
  });

  it('breaks no invariant of a replay', () => {
    const replay = smallReplay();
    const run = { ...replay, readings: [pendingAt('start', replay), pendingAt('end', replay)] };
    expect(summaryOf(run).invariants).toContainEqual(
      expect.objectContaining({ name: 'nothing-locked', holds: true }),
    );
  });
});
