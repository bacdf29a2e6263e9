import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/jobs/replay/replay.ts';
import type { Pace } from '../../../src/model/run/run.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { LockstepClock } from '../../../src/runtime/lockstep-clock.ts';
import { inSandbox } from '../../fixtures/in-sandbox.ts';
import { differences, inWords, replayHonest } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

const FIRST = `
question: What do entries of an earlier run with the same identifiers do?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 1_000}
steps:
  - pay: {from: n1, to: n3, amount: 5, identifier: 101}
  - pay: {from: n1, to: n3, amount: 5, identifier: 102}
  - pay: {from: n1, to: n3, amount: 5, identifier: 103}
  - wait: 600s
  - pay: {from: n3, to: n1, amount: 5, identifier: 104}
`;
const SECOND = `${FIRST.replace('600s', '1s')}  - pay: {from: n1, to: n3, amount: 5, identifier: 105}\n`;

const OFFLINE = `
question: Is an offline node missed?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 1_000}
nodes: {n2: {online: false}}
steps:
  - pay: {from: n1, to: n3, amount: 5}
`;

const withdrawing = (...steps: readonly string[]) =>
  scenarioFrom(
    stepsIn('{line: {nodes: 4}}', steps, { network: 'capacity: 20_000, fees: {imbalancePpm: 20_000}' }),
  );
// The service estimates by the capacity of before the last withdrawal: too little for the first payment, which expires.
const WITHDRAWN = withdrawing(
  'pay: {from: n1, to: n3, amount: 30}',
  'withdraw: {from: n2, to: n3, totalWithdraw: 3_700}',
  'withdraw: {from: n3, to: n2, totalWithdraw: 1_500}',
);
const AFTERWARDS = withdrawing(
  'pay: {from: n1, to: n4, amount: 2_600}',
  'pay: {from: n4, to: n1, amount: 1_600}',
  'pay: {from: n1, to: n3, amount: 500}',
);

// The service takes the fees over n8 for nothing, and those over n5 and n6 are nothing.
const BESIDE = (step: string) =>
  scenarioFrom(
    stepsIn(
      `{channels: [
        {between: [n1, n4], deposits: [265, 391]}, {between: [n4, n8], deposits: [386, 319]},
        {between: [n2, n8], deposits: [108, 30]}, {between: [n1, n5], deposits: [507, 123]},
        {between: [n5, n6], deposits: [115, 209]}, {between: [n2, n6], deposits: [51, 448]}]}`,
      [step],
      { network: 'fees: {imbalancePpm: 20_000}' },
    ),
  );

/** Replays both scenarios in one sandbox, one after the other. */
function replayedBoth(first: Scenario, second: Scenario, pace: Pace = 'sequential') {
  const lockstep = new LockstepClock();
  const options = { pace, lockstep, useExisting: true } as const;
  return inSandbox(
    first,
    async ({ targets }) =>
      [
        await replay({ scenario: first, targets, ...options }),
        await replay({ scenario: second, targets, ...options }),
      ] as const,
    { lockstep },
  );
}

describe('a replay is as expected', () => {
  it('where the service prefers a detour because it estimates fees by an old capacity', async () => {
    const withdrawal = BESIDE('withdraw: {from: n2, to: n8, totalWithdraw: 20}');
    const payment = BESIDE('pay: {from: n1, to: n2, amount: 4}');
    const [, { records, comparison }] = await replayedBoth(withdrawal, payment);
    expect(records.map(({ outcome }) => outcome.kind)).toEqual(['failed']);
    expect(comparison && differences(comparison).map(inWords)).toEqual([]);
  });

  it('on channels after withdrawals, whose fees the service estimates by their old capacities', async () => {
    const [, { records, comparison }] = await replayedBoth(WITHDRAWN, AFTERWARDS);
    expect(records.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'succeeded', 'succeeded']);
    expect(comparison && differences(comparison).map(inWords)).toEqual([]);
  });

  it('on nodes whose histories list the same identifiers from an earlier run', async () => {
    const runs = await replayedBoth(scenarioFrom(FIRST), scenarioFrom(SECOND), 'scenario');
    expect(runs.map(({ comparison }) => comparison && differences(comparison).map(inWords))).toEqual([
      [],
      [],
    ]);
  });

  it.each(['sequential', 'scenario'] as const)('with a node that is offline, at pace %s', async (pace) => {
    const run = await replayHonest(scenarioFrom(OFFLINE), { pace });
    expect(summaryOf(run).verdict.sentence).toBe('The target matches the simulation.');
  });
});
