import { expect, it } from 'vitest';
import { differences, inWords, replayHonest } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

// Blocks are quick and messages slow: the node that closes is asked long before the payee hears of the expiration.
const scenario = scenarioFrom(`
question: Is a channel settled together after a lock in it expired?
seed: 1
network:
  topology: {line: {nodes: 2}}
  capacity: 200
  split: equal
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 20ms, confirmations: 1, hopLatency: 400ms}
steps:
  - pay: {from: n1, to: n2, amount: 5, lockTimeout: 11}
  - close: {from: n1, to: n2}
`);

it('the operation after a payment whose lock expired waits until the payee has heard of that, as it does in the model', async () => {
  const { records, comparison } = await replayHonest(scenario, { speed: 1 });
  expect(records.map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'failed', reason: 'lock-expired' },
    { kind: 'succeeded', channels: [null] },
  ]);
  expect(differences(comparison).map(inWords)).toEqual([]);
});

it('a replay waits for messages only: a channel that is closed is not settled while others are asked about it', async () => {
  const withdrawals = Array.from({ length: 40 }, () => 'withdraw: {from: n2, to: n1, totalWithdraw: 5}');
  const steps = [
    'stop: n1',
    'close: {from: n2, to: n1}',
    ...withdrawals,
    'open: {from: n2, to: n1, deposit: 5}',
  ];
  const network = 'settleTimeout: 900, revealTimeout: 10';
  const closing = scenarioFrom(stepsIn('n1 100 - 100 n2', steps, { network }));
  const { comparison } = await replayHonest(closing, { speed: 100 });
  expect(differences(comparison).map(inWords)).toEqual([]);
});
