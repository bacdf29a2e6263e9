import { describe, expect, it } from 'vitest';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { replayOnVirtualClock } from '../../fixtures/virtual/virtual-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';

const CALLS = [
  'deposit: {from: n1, to: n2, totalDeposit: 700}',
  'deposit: {from: n1, to: n2, totalDeposit: 900}',
  'deposit: {from: n2, to: n1, totalDeposit: 800}',
  'withdraw: {from: n1, to: n2, totalWithdraw: 5}',
  'withdraw: {from: n1, to: n2, totalWithdraw: 48}',
  'withdraw: {from: n2, to: n1, totalWithdraw: 20}',
  'open: {from: n1, to: n2, deposit: 950}',
  'open: {from: n2, to: n1, deposit: 0}',
  'open: {from: n1, to: n3, deposit: 30}',
  'open: {from: n3, to: n1, deposit: 10}',
  'close: {from: n1, to: n2}',
  'close: {from: n2, to: n1}',
  'leave: n1',
  'pay: {from: n1, to: n3, amount: 60}',
  'pay: {from: n3, to: n1, amount: 200, identifier: 7}',
];

function together(...calls: readonly string[]) {
  const steps = calls.map((call, at) => `  - ${call}${at === 0 ? '' : '\n    beside: true'}`).join('\n');
  return scenarioFrom(`
question: Do nodes that tell the truth raise an alarm when two calls start together?
seed: 5
network: {topology: {line: {nodes: 3}}, capacity: 1000, settleTimeout: 40, revealTimeout: 10}
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
steps:
${steps}
`);
}

describe('two calls that start together, of nodes that do what the model says,', () => {
  const pairs = CALLS.flatMap((one) => CALLS.map((other) => [one, other] as const));
  it.each(CALLS)('raise no alarm: %s beside any other', async (one) => {
    for (const [, other] of pairs.filter(([first]) => first === one)) {
      const { comparison } = await replayOnVirtualClock(together(one, other), {});
      expect([other, differences(comparison).map(inWords)]).toEqual([other, []]);
    }
  });
});
