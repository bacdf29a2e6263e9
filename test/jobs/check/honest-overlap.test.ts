import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequences } from '../../../src/jobs/check/arbitraries/sequences.ts';
import { settleSteps } from '../../../src/jobs/settle/settle-steps.ts';
import type { Operation } from '../../../src/model/run/operation.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { inAnotherOrder, replayOnVirtualClock, type Shift } from '../../fixtures/virtual/virtual-replay.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';
import { topology } from '../../world/world.ts';

const overlapping = sequences({
  paces: ['scenario'],
  stopsNodes: true,
  opensAndCloses: true,
  takesTime: true,
});

async function alarms(scenario: Scenario, shift: Shift = () => 0): Promise<readonly string[]> {
  const { comparison } = await replayOnVirtualClock(scenario, inAnotherOrder(shift));
  return differences(comparison).map(inWords);
}

async function alarmsInOrder(scenario: Scenario, order: readonly number[]): Promise<readonly string[]> {
  const placeOf = ({ id }: Operation): number => order.indexOf(id);
  const { comparison } = await replayOnVirtualClock(scenario, {
    drive: (operations) => operations.toSorted((one, other) => placeOf(one) - placeOf(other)),
  });
  return differences(comparison).map(inWords);
}

const LINE = `
question: Does it raise an alarm?
seed: 1
network:
  topology: ${topology('n1 2758 - 2678 n2, n1 1 - 2033 n3')}
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 500ms}
`;

const FREE = 'settleTimeout: 40, revealTimeout: 10, fees: {flat: 0, proportionalPpm: 0, imbalancePpm: 0}';

describe('made-up calls that overlap', () => {
  it('raise no alarm where nodes do what the model says', async () => {
    await fc.assert(
      fc.asyncProperty(overlapping, async ({ scenario }) => {
        expect(await alarms(await settleSteps(scenario))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it.each([
    {
      name: 'two openings of one channel while its other node leaves',
      steps: `
  - open: {from: n2, to: n3, deposit: 2678}
  - leave: n3
    beside: true
  - open: {from: n2, to: n3, deposit: 36}
    beside: true
`,
    },
    {
      name: 'a node that stops before it leaves, so that its partner leaves one channel more',
      steps: `
  - leave: n2
  - stop: n2
    beside: true
  - open: {from: n3, to: n2, deposit: 0}
  - leave: n1
`,
      late: 0,
    },
    {
      name: 'a withdrawal from a channel that is closed alone, or together, as a payment comes first or not',
      steps: `
  - open: {from: n2, to: n1, deposit: 3, settleTimeout: 19}
  - close: {from: n1, to: n2}
  - deposit: {from: n1, to: n2, totalDeposit: 443}
    beside: true
  - pay: {from: n1, to: n2, amount: 40, lockTimeout: 11}
    beside: true
  - withdraw: {from: n1, to: n3, totalWithdraw: 1}
  - start: n3
  - withdraw: {from: n1, to: n2, totalWithdraw: 895}
    beside: true
`,
      late: 1,
    },
    {
      name: 'a channel that nobody knows to be closed or opened anew, until it is shown once more',
      steps: `
  - open: {from: n2, to: n3, deposit: 1}
  - leave: n2
    beside: true
  - open: {from: n3, to: n2, deposit: 900}
  - stop: n3
    beside: true
  - open: {from: n2, to: n3, deposit: 0}
`,
      late: -1,
    },
    {
      name: 'a withdrawal whose partner stops meanwhile, and whose node does later',
      steps: `
  - deposit: {from: n1, to: n2, totalDeposit: 2759}
  - withdraw: {from: n1, to: n2, totalWithdraw: 1}
  - stop: n2
    beside: true
  - deposit: {from: n1, to: n2, totalDeposit: 2800}
  - stop: n1
    beside: true
`,
      late: 1,
    },
    {
      name: 'two callers who give up on one payment',
      steps: `
  - pay: {from: n3, to: n2, amount: 27, identifier: 70000, giveUpAfter: 1500ms}
  - pay: {from: n3, to: n2, amount: 27, identifier: 70000, giveUpAfter: 1500ms}
`,
      late: -1,
    },
    {
      name: 'a channel that is opened, closed and opened again',
      steps: `
  - open: {from: n2, to: n3, deposit: 51}
  - pay: {from: n2, to: n3, amount: 5}
  - close: {from: n3, to: n2}
  - open: {from: n2, to: n3, deposit: 7}
`,
      late: -1,
    },
    {
      name: 'a deposit by opening what is there, all paid out while the channel is closed',
      steps: `
  - open: {from: n1, to: n3, deposit: 38}
  - close: {from: n3, to: n1}
  - pay: {from: n1, to: n3, amount: 38, giveUpAfter: 1000ms}
    beside: true
  - pay: {from: n1, to: n3, amount: 1, lockTimeout: 41}
`,
      late: 1,
    },
  ])('once raised one: $name', async ({ steps, late }) => {
    const shift: Shift = ({ id }) => (id === late ? 1 : 0);
    expect(await alarms(scenarioFrom(`${LINE}steps:${steps}`), shift)).toEqual([]);
  });

  it('raise none where a hop has the amount, and not what the fee is before it is rounded', async () => {
    const payment = 'pay: {from: n4, to: n5, amount: 1, identifier: 70000}';
    const channels = 'n1 50 - 100 n2 26 - 100 n3, n1 0 - 51 n4, n3 100 - 100 n5, n1 2 - 100 n3';
    const dear = stepsIn(channels, [payment, payment], {
      network: 'fees: {flat: 0, proportionalPpm: 80000, imbalancePpm: 0}',
      protocol: 'hopLatency: 500ms',
    });
    expect(await alarms(scenarioFrom(dear))).toEqual([]);
  });

  it('raise none where a channel is left between its opening and its deposit', async () => {
    const beside = (step: string, atMs: number): string => `${step}\n    beside: true\n    at: ${atMs}ms`;
    const steps = [
      'open: {from: n1, to: n3, deposit: 35}\n    at: 200ms',
      beside('deposit: {from: n3, to: n2, totalDeposit: 58}', 400),
      beside('leave: n3', 400),
      beside('leave: n3', 400),
      beside('leave: n3', 2_400),
    ];
    const left = stepsIn('n1 1510 - 54 n2 51 - 2 n3', steps, {
      network: 'settleTimeout: 200, revealTimeout: 50, fees: {flat: 0}',
      protocol: 'hopLatency: 200ms',
    });
    expect(await alarms(scenarioFrom(left))).toEqual([]);
  });

  it('raise none where the only channel of a payment was perhaps opened twice, or not at all', async () => {
    const beside = (step: string, atMs: number): string => `${step}\n    beside: true\n    at: ${atMs}ms`;
    const steps = [
      'withdraw: {from: n1, to: n2, by: 1323}',
      beside('pay: {from: n1, to: n2, amount: {of: channel, percent: 50}, lockTimeout: 50}', 1_000),
      beside('close: {from: n2, to: n1}', 1_000),
      beside('withdraw: {from: n1, to: n2, by: {of: route, percent: 25}}', 1_500),
      beside('open: {from: n1, to: n2, deposit: {of: channel, percent: 50}}', 5_500),
      beside('close: {from: n1, to: n2}', 9_500),
      beside('deposit: {from: n1, to: n2, by: 2}', 10_500),
      beside('pay: {from: n2, to: n1, amount: {of: channel, percent: 50}}', 15_000),
      beside('open: {from: n1, to: n2, deposit: {of: network}}', 16_000),
      beside('pay: {from: n2, to: n1, amount: {of: channel, percent: 50}}', 16_500),
    ];
    const twice = stepsIn('n1 1323 - 1389 n2', steps, {
      network: 'settleTimeout: 200, revealTimeout: 50, fees: {flat: 0}',
      protocol: 'hopLatency: 500ms',
    });
    expect(await alarms(await settleSteps(scenarioFrom(twice)))).toEqual([]);
  });

  it('raise none where a payment locks again, and at once, what an earlier one has only just set free', async () => {
    const steps = [
      'pay: {from: n1, to: n3, amount: 80, lockTimeout: 11}',
      'pay: {from: n4, to: n2, amount: 1}',
      'pay: {from: n1, to: n3, amount: 100, lockTimeout: 11}\n    beside: true',
    ];
    const first = stepsIn('n1 100 - 2 n2 100 - 100 n3, n1 15 - 53 n4', steps, {
      network: FREE,
      protocol: 'hopLatency: 200ms',
    });
    expect(await alarmsInOrder(scenarioFrom(first), [0, 2, 1])).toEqual([]);
  });

  it('raise none where a payment is asked for twice, and messages are faster than they may be', async () => {
    const payment = 'pay: {from: n1, to: n2, amount: 52, identifier: 70000}';
    const twice = stepsIn('n1 53 - 0 n2 100 - 100 n3, n1 100 - 100 n3', [payment, payment, 'leave: n3'], {
      network: FREE,
      protocol: 'hopLatency: 500ms',
    });
    const { comparison } = await replayOnVirtualClock(scenarioFrom(twice), {
      nodes: (same) => ({ ...same, protocol: { ...same.protocol, hopLatency: { kind: 'fixed', ms: 250 } } }),
    });
    expect(differences(comparison).map(inWords)).toEqual([]);
  });

  it('raise none where a withdrawal that nobody answered came, or did not, the moment another began', async () => {
    const scenario = scenarioFrom(`${LINE}steps:
  - withdraw: {from: n1, to: n3, totalWithdraw: 1}
  - start: n3
  - withdraw: {from: n3, to: n1, totalWithdraw: 2033}
    beside: true
  - stop: n3
    beside: true
  - deposit: {from: n3, to: n1, totalDeposit: 2033}
  - withdraw: {from: n3, to: n1, totalWithdraw: 2033}
`);
    // The node starts last, so that it is there for what follows.
    expect(await alarmsInOrder(scenario, [0, 2, 3, 1, 4, 5])).toEqual([]);
  });
});
