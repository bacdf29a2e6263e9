import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/verdict/compare-runs.ts';
import { assembleNetwork, assembleOperations } from '../../../src/jobs/assemble.ts';
import { PredictedCourse } from '../../../src/jobs/replay/predicted-course.ts';
import { targetsInHeader } from '../../../src/jobs/targets/target.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { Run } from '../../../src/model/run/run.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import { inHistory, isPayment, type Json } from '../../fixtures/liars.ts';
import { LIED_TO } from '../../fixtures/lies/kind-of-lie.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { differences, replayHonest, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

const LIGHT = { dialect: 'raiden-light' };

const without = (entries: readonly Json[], identifier: string): readonly Json[] =>
  entries.filter((one) => one['identifier'] !== identifier);
const twice = (entries: readonly Json[], identifier: string, event?: string): readonly Json[] =>
  entries.flatMap((one) =>
    one['identifier'] === identifier && (event ?? one['event']) === one['event'] ? [one, one] : [one],
  );

// The first payment expires before its payee takes it up; its caller is gone long before that.
const expiring = scenarioFrom(
  stepsIn(
    'alice 1_000 - 1_000 hub',
    [
      'slow: {node: hub, by: 30s}',
      'pay: {from: alice, to: hub, amount: 30, identifier: 9001, lockTimeout: 11, giveUpAfter: 2s}',
      'slow: {node: hub, by: 0s}',
      'pay: {from: alice, to: hub, amount: 4}',
    ],
    { network: 'settleTimeout: 40, revealTimeout: 10' },
  ),
);

/** Lists among what was sent also what failed on its way, as light clients do. */
function listingFailed(scenario: Scenario): Lie {
  const { hub, token } = addressesOf(scenario);
  const failed: Json[] = [];
  return async (heard) => {
    if (isPayment(heard, '9001'))
      failed.push({
        event: 'EventPaymentSentSuccess',
        amount: '30',
        identifier: '9001',
        log_time: '2000-01-01T00:00:00.000Z',
        target: hub,
        token_address: token,
      });
    return await inHistory('alice', (entries) => [...failed, ...entries])(heard);
  };
}

function addressesOf(scenario: Scenario): Readonly<Record<'hub' | 'token', string>> {
  const network = assembleNetwork(scenario);
  const directory = directoryOf(network);
  return { hub: directory.addressOf('hub'), token: directory.tokenAddressOf('TOK') };
}

describe('a replay against light clients', () => {
  it('takes a payment that nobody waited for as failed though it stands among what was sent', async () => {
    const lie = listingFailed(expiring);
    const run = await replayLiedTo(expiring, lie, { ...LIGHT, speed: 100 });
    expect(run.records[1]?.outcome).toMatchObject({ cause: 'interrupted', resolved: 'did-not-happen' });
    expect(differences(run.comparison)).toEqual([]);
  });

  it.each(['sequential', 'scenario'] as const)(
    'finds nothing in what they refuse with one answer, and with other statuses: pace %s',
    async (pace) => {
      const steps = [
        'pay: {from: alice, to: bob, amount: 5_000}',
        'pay: {from: alice, to: carol, amount: 600}',
        'pay: {from: alice, to: carol, amount: 600}',
        'withdraw: {from: alice, to: bob, totalWithdraw: 5_000}',
      ];
      const scenario = scenarioFrom(stepsIn('alice 1_000 - 0 bob 700 - 0 carol', steps));
      const run = await replayHonest(scenario, { ...LIGHT, pace });
      const answers = run.records.flatMap(({ outcome }) =>
        outcome.kind === 'failed' ? [`${outcome.status} ${outcome.reason}`] : [],
      );
      expect(new Set(answers)).toEqual(new Set(['409 no-route', '402 insufficient-funds']));
      expect(differences(run.comparison)).toEqual([]);
      expect(run.comparison.counts.differs).toBe(0);
    },
  );

  it.each(['sequential', 'scenario'] as const)(
    'finds nothing in what they do otherwise than Python nodes: pace %s',
    async (pace) => {
      const steps = [
        'open: {from: alice, to: bob, deposit: 5}',
        'open: {from: alice, to: carol, deposit: 5}',
        '{open: {from: alice, to: carol, deposit: 7}, beside: true}',
        'pay: {from: alice, to: bob, amount: 1, lockTimeout: 1}',
        '{pay: {from: alice, to: bob, amount: 999, lockTimeout: 1_000_000}, beside: true}',
        '{pay: {from: alice, to: bob, amount: 999, lockTimeout: 10}, beside: true}',
      ];
      const scenario = scenarioFrom(
        stepsIn('alice 1_000 - 0 bob 700 - 0 carol', steps, {
          network: 'settleTimeout: 40, revealTimeout: 10',
        }),
      );
      const run = await replayHonest(scenario, { ...LIGHT, pace, speed: pace === 'scenario' ? 20 : 1000 });
      const answers = run.records.map(({ outcome }) =>
        outcome.kind === 'failed' ? `${outcome.status} ${outcome.reason}` : outcome.kind,
      );
      expect(differences(run.comparison)).toEqual([]);
      expect(answers[0]).toBe('409 channel-not-open');
      expect(answers.slice(3)).toEqual(Array.from({ length: 3 }, () => '500 invalid-timeout'));
    },
  );

  it('foresees refusals in their words while it still runs', async () => {
    const scenario = scenarioFrom(
      stepsIn('alice 1_000 - 0 bob 700 - 0 carol', ['pay: {from: alice, to: bob, amount: 5_000}']),
    );
    const start = assembleNetwork(scenario);
    const operations = assembleOperations({ scenario, network: start });
    const targets = { alice: { baseUrl: 'http://127.0.0.1:1', ...LIGHT } };
    const header = targetsInHeader(targets);
    const course = await PredictedCourse.of({ header, scenario, start, operations, pace: 'sequential' });
    expect(course.recordOf(0)?.outcome).toMatchObject({ kind: 'failed', reason: 'no-route' });
  });

  it('finds nothing, though mediators list what they passed on', async () => {
    const run = await replayHonest(scenarioFrom(LIED_TO), LIGHT);
    expect(differences(run.comparison)).toEqual([]);
    const { dialects: _dialects, ...header } = run.header;
    const asPythonNodes = compareRuns({ observed: { ...run, header }, predicted: run.prediction as Run });
    expect(asPythonNodes.differences).toBeGreaterThan(0);
  });

  it.each<[string, number, Lie]>([
    ['a missing entry of the initiator', 1, inHistory('alice', (entries) => without(entries, '9001'))],
    ['a missing entry of the target', 1, inHistory('carol', (entries) => without(entries, '9001'))],
    ['a doubled entry of a party', 6, inHistory('dave', (entries) => twice(entries, '9006'))],
    [
      'an entry of a mediator more than it passed on',
      1,
      inHistory('bob', (entries) => twice(entries, '9001', 'EventPaymentSentSuccess')),
    ],
  ])('finds %s', async (_what, operation, lie) => {
    const { comparison } = await replayLiedTo(scenarioFrom(LIED_TO), lie, LIGHT);
    expect([...new Set(differences(comparison).map((finding) => finding.operation))]).toEqual([operation]);
  });
});
