import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/verdict/compare-runs.ts';
import { replay, type ReplayOptions } from '../../../src/jobs/replay/replay.ts';
import type { Sandbox } from '../../../src/jobs/sandbox.ts';
import { UnreachableError } from '../../../src/errors.ts';
import { toJson } from '../../../src/model/json.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import type { Reading } from '../../../src/model/run/reading.ts';
import type { Exchange, Run } from '../../../src/model/run/run.ts';
import { readingFromLine, readingLine, recordFromLine } from '../../../src/model/run/run-json.ts';
import { inSandbox } from '../../fixtures/in-sandbox.ts';
import { replayHonest, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { marketIn, SCARCE, scenarioFrom } from '../scenario-text.ts';
import { exitCodeOf } from '../../../src/cli/run-folder/conclude-run.ts';
import { verdictOf } from '../../../src/report/figures/verdict.ts';
import { textSummary } from '../../../src/report/sections/run-document.ts';
import { on, refusal } from '../../fixtures/liars.ts';

const SPEED = 1000;

const MARKET = (seed: number): string =>
  marketIn(`${SCARCE}\n  split: uniform`, { seed, perSecond: 5, count: 30 });

const SHOP = `
question: What can be done with a channel?
seed: 3
network:
  topology: {channels: [{between: [alice, bob], deposits: [1_000, 500]}]}
nodes: {carol: {}}
protocol: {blockTime: 1s, confirmations: 2}
steps:
  - pay: {from: alice, to: bob, amount: 30}
  - pay: {from: alice, to: bob, amount: 3_000}
  - open: {from: bob, to: carol, deposit: 200}
  - pay: {from: alice, to: carol, amount: 40}
  - stop: carol
  - pay: {from: alice, to: carol, amount: 1}
  - start: carol
  - pay: {from: alice, to: carol, amount: 2}
  - close: {from: bob, to: carol}
`;

/** The nodes of the shop before anybody opened a channel. */
const BARE = `
question: Who is there?
seed: 3
nodes: {alice: {}, bob: {}, carol: {}}
protocol: {blockTime: 1s, confirmations: 2}
steps:
  - open: {from: alice, to: bob, deposit: 1}
  - open: {from: bob, to: carol, deposit: 1}
`;

describe('a replay against an honest sandbox', () => {
  it.each([1, 2, 3])(
    'agrees in every outcome and every reading, failures included (seed %i)',
    async (seed) => {
      const { comparison, records } = await replayHonest(scenarioFrom(MARKET(seed)));
      expect(comparison.differences).toBe(0);
      expect(comparison.counts.agrees).toBe(30);
      expect(new Set(records.map(({ outcome }) => outcome.kind))).toEqual(new Set(['succeeded', 'failed']));
    },
  );

  it('agrees, or says that overlapping allows it, at the pace of the scenario', async () => {
    const { comparison } = await replayHonest(scenarioFrom(MARKET(4)), { pace: 'scenario' });
    expect(comparison.differences).toBe(0);
    expect(comparison.counts.differs).toBe(0);
  });

  it('agrees when channels open and close and nodes stop and start', async () => {
    const run = await replayHonest(scenarioFrom(SHOP));
    expect(run.comparison.differences).toBe(0);
    expect(run.comparison.counts.agrees).toBe(9);
    expect(run.partial).toBe(false);
  });

  it('ends with the network the nodes show', async () => {
    const { end, prediction } = await replayHonest(scenarioFrom(SHOP));
    const balances = (network: Run['end']) => network?.mapEdges((key, { balance }) => [key, balance]);
    expect(balances(end)).toEqual(balances(prediction?.end));
  });

  it('records every exchange with what it was made for', async () => {
    const exchanges: Exchange[] = [];
    await replayHonest(scenarioFrom(SHOP), { onExchange: (exchange) => exchanges.push(exchange) });
    const payments = exchanges.filter(({ method }) => method === 'POST');
    expect(payments.map(({ operation }) => operation)).toEqual([0, 1, 3, 5, 7]);
    expect(
      new Set(exchanges.filter(({ method }) => method === 'GET').map(({ operation }) => operation)),
    ).toEqual(new Set(['preflight', 'setup', 'reading']));
  });

  it('is judged the same when it is read back from its files', async () => {
    const { prediction, comparison, ...observed } = await replayHonest(scenarioFrom(SHOP));
    if (prediction === undefined) throw new Error('a replay predicts');
    const stored = (run: Run): Run => ({
      ...run,
      records: run.records.map((record) => recordFromLine(toJson(record)) as OperationRecord),
      readings: run.readings.map((reading) => readingFromLine(readingLine(reading)) as Reading),
    });
    const again = compareRuns({ observed: stored(observed), predicted: stored(prediction) });
    expect(toJson(again)).toBe(toJson(comparison));
  });

  it('stops when asked to and keeps what it has', async () => {
    const interruption = new AbortController();
    const run = await replayHonest(scenarioFrom(SHOP), {
      signal: interruption.signal,
      onRecord: ({ operation }) => {
        if (operation.id === 1) interruption.abort();
      },
    });
    expect(run.partial).toBe(true);
    expect(run.records.map(({ operation }) => operation.id)).toEqual([0, 1]);
    expect(run.comparison.differences).toBe(0);
  });

  it('takes the channels that exist when told to', async () => {
    const scenario = scenarioFrom(SHOP.replace(/ {2}- stop[^]*/, ''));
    const again = await inSandbox(
      scenario,
      async ({ targets }) => {
        await replay({ scenario, targets, speed: SPEED });
        return await replay({ scenario, targets, speed: SPEED, useExisting: true });
      },
      { speed: SPEED },
    );
    expect(again.comparison?.differences).toBe(0);
    expect(again.start.size).toBe(2);
  });

  it('opens the channels that are missing', async () => {
    const bare = scenarioFrom(BARE);
    const scenario = scenarioFrom(SHOP);
    const { comparison, start } = await inSandbox(
      bare,
      ({ targets }) => replay({ scenario, targets, speed: SPEED }),
      { speed: SPEED },
    );
    expect(start.size).toBe(1);
    expect(comparison?.differences).toBe(0);
  });
});

describe('before it changes anything a replay refuses', () => {
  const scenario = scenarioFrom(SHOP);
  const refused = (change: (targets: Sandbox['targets']) => ReplayOptions['targets'], asked = scenario) =>
    inSandbox(
      scenario,
      ({ targets }) => replay({ scenario: asked, targets: change(targets), speed: SPEED }),
      { speed: SPEED },
    );

  it('a node that does not answer, by name', async () => {
    const work = refused((targets) => ({ ...targets, bob: 'http://127.0.0.1:1' }));
    await expect(work).rejects.toThrow(UnreachableError);
    await expect(work).rejects.toThrow(/node bob does not answer/);
  });

  it('two names for one node', async () => {
    await expect(refused((targets) => ({ ...targets, bob: targets['alice'] ?? '' }))).rejects.toThrow(
      /alice and bob are the same node/,
    );
  });

  it('nodes under each other’s names', async () => {
    await expect(
      refused((targets) => ({ ...targets, alice: targets['bob'] ?? '', bob: targets['alice'] ?? '' })),
    ).rejects.toThrow(/is not alice: expected address 0x/);
  });

  it('a node without a target', async () => {
    await expect(refused(({ alice = '', carol = '' }) => ({ alice, carol }))).rejects.toThrow(
      /no target is given for bob/,
    );
  });

  it('channels that are others than the scenario starts with', async () => {
    const richer = scenarioFrom(SHOP.replace('1_000, 500', '1_001, 500'));
    await expect(refused((targets) => targets, richer)).rejects.toThrow(
      /exists with alice: balance 1000, deposit 1000, opened; bob: .* Expected alice: balance 1001,.*--use-existing/s,
    );
  });
});

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
        '3 differences between target and simulation; the first: alice pays bob 3 TOK: refused where the model succeeds; stopped there: 27 of 30 operations not driven (--bail 0 goes on).',
    });
    expect(textSummary(run, { color: false, width: 120 })).toContain(
      '0 explained by overlap · 27 not driven',
    );
    expect(exitCodeOf(run)).toBe(1);
  });

  it('stops after so many payments that one channel strands: each of them costs a wait', async () => {
    const run = await replayRefused({ bail: 3 }, "Payment couldn't be completed because: lock expired");
    expect(run.records).toHaveLength(3);
    expect(run.comparison).toMatchObject({ differences: 1, counts: { differs: 3 } });
    expect(verdictOf(run).sentence).toBe(
      '1 difference between target and simulation: alice pays bob 3 TOK: refused where the model succeeds; nothing crossed alice–bob from alice: all 3 payments over it expired or got no answer, though the money was there; stopped after 3 operations that differ: 27 of 30 operations not driven (--bail 0 goes on).',
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
