import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../../src/cli/run-folder/conclude-run.ts';
import type { ReplayOptions } from '../../../src/jobs/replay/replay.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { verdictOf } from '../../../src/report/figures/verdict.ts';
import { textSummary } from '../../../src/report/sections/run-document.ts';
import { replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { on, refusal } from '../../fixtures/liars.ts';
import { scenarioFrom } from '../scenario-text.ts';

const PAYMENTS = 30;
const scenario = scenarioFrom(`
question: When is enough known of a broken target?
seed: 7
network:
  topology: {channels: [{between: [alice, bob], deposits: [1_000, 1_000]}]}
protocol: {blockTime: 1s, confirmations: 2}
steps:
${Array.from({ length: PAYMENTS }, () => '  - pay: {from: alice, to: bob, amount: 3}').join('\n')}
`);

/** Against a node that refuses every payment. */
const replayRefused = (
  options: Partial<ReplayOptions> = {},
  reason = 'You have no suitable channel to initiate this payment.',
): Promise<Run> =>
  replayLiedTo(
    scenario,
    on(
      ({ method }) => method === 'POST',
      async () => refusal(reason),
    ),
    options,
  );

describe('a replay of a broken target', () => {
  it('stops after the number of differences it is told, and says what it did not drive', async () => {
    const run = await replayRefused({ bail: 3 });
    expect(run.records).toHaveLength(3);
    expect(run.comparison).toMatchObject({ differences: 3, counts: { agrees: 0, differs: 3 } });
    expect(verdictOf(run)).toEqual({
      word: 'not-as-expected',
      sentence:
        '3 differences between target and simulation; stopped there: 27 of 30 operations not driven (--bail 0 goes on).',
    });
    expect(textSummary(run, { color: false, width: 120 })).toContain('0 allowed · 27 not driven');
    expect(exitCodeOf(run)).toBe(1);
  });

  it('stops after so many payments that one channel strands: each of them costs a wait', async () => {
    const run = await replayRefused({ bail: 3 }, "Payment couldn't be completed because: lock expired");
    expect(run.records).toHaveLength(3);
    expect(run.comparison).toMatchObject({ differences: 1, counts: { differs: 3 } });
    expect(verdictOf(run).sentence).toBe(
      '1 difference between target and simulation; stopped after 3 operations that differ: 27 of 30 operations not driven (--bail 0 goes on).',
    );
    expect(exitCodeOf(run)).toBe(1);
  });

  it('stops after 20 unless told otherwise', async () => {
    expect((await replayRefused()).records).toHaveLength(20);
  });

  it('goes on when told to', async () => {
    const run = await replayRefused({ bail: 0 });
    expect(run.records).toHaveLength(PAYMENTS);
    expect(run.partial).toBe(false);
    expect(run.header.bail).toBeUndefined();
  });

  it('is no less broken off when it is interrupted before', async () => {
    const interruption = new AbortController();
    const run = await replayRefused({ signal: interruption.signal, onRecord: () => interruption.abort() });
    expect(run.records).toHaveLength(1);
    expect(exitCodeOf(run)).toBe(130);
  });
});
