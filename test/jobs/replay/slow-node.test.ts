import { expect, it } from 'vitest';
import { differences, inWords, replayHonest, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

const scenario = scenarioFrom(
  stepsIn(
    'alice 1000 - 1000 hub 1000 - 1000 bob',
    [
      'slow: {node: hub, by: 1s}',
      'pay: {from: alice, to: bob, amount: 30}',
      'slow: {node: hub, by: 80s}',
      'pay: {from: alice, to: bob, amount: 4}',
      'slow: {node: hub, by: 0s}',
      'pay: {from: alice, to: bob, amount: 2}',
    ],
    { network: 'settleTimeout: 40, revealTimeout: 10', protocol: 'hopLatency: 20ms' },
  ),
);

it('a slow node of a sandbox is predicted: an answer that takes long is no fault, nor is a lock that expires', async () => {
  // Less than the hub takes: how long that may be is taken from the model.
  const { records, comparison } = await replayHonest(scenario, { settleMs: 50 });
  const paid = records.filter(({ operation }) => operation.kind === 'pay').map(({ outcome }) => outcome);
  expect(paid).toMatchObject([
    { kind: 'succeeded' },
    { kind: 'failed', reason: 'lock-expired' },
    { kind: 'succeeded' },
  ]);
  expect(differences(comparison).map(inWords)).toEqual([]);
});

it('nodes that nobody can make slow are not asked for anything', async () => {
  const noControl = replayLiedTo(scenario, async (heard) =>
    heard.path.includes('_millrace') || heard.path.includes('settings')
      ? { status: 404, json: { errors: 'not here' } }
      : await heard.forward(),
  );
  await expect(noControl).rejects.toThrow('stops, starts or slows nodes');
});

it('a replay waits until a slow payee has written down what it got, before it is asked to pay', async () => {
  const there = scenarioFrom(`
question: Which payment stands first in the history of a slow node?
seed: 3
network: {topology: {line: {nodes: 2}}, capacity: 2_000}
protocol: {blockTime: 10s, confirmations: 2, hopLatency: 10ms}
steps:
  - slow: {node: n2, by: 5s}
  - pay: {from: n1, to: n2, amount: 1}
  - slow: {node: n2, by: 0s}
  - pay: {from: n2, to: n1, amount: 1}
`);
  const { comparison } = await replayHonest(there, { speed: 10 });
  expect(differences(comparison).map(inWords)).toEqual([]);
});

it('a node is made as slow as a scenario may say', async () => {
  const steps = ['slow: {node: hub, by: 125m}', 'slow: {node: hub, by: 0s}'];
  const { records, comparison } = await replayHonest(
    scenarioFrom(stepsIn('alice 1000 - 1000 hub 1000 - 1000 bob', steps)),
  );
  expect(records).toHaveLength(2);
  expect(differences(comparison).map(inWords)).toEqual([]);
});
