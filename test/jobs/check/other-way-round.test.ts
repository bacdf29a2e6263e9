import { describe, expect, it } from 'vitest';
import { replaySimulated } from '../../../src/jobs/check/simulated-replay.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { topology } from '../../world/world.ts';

const CASES: Readonly<Record<string, string>> = {
  'what a node is asked for while it is stopped': `
  - stop: b
  - withdraw: {from: b, to: a, totalWithdraw: 1}
    beside: true`,
  'what a node refuses while it is stopped': `
  - stop: a
  - withdraw: {from: a, to: b, totalWithdraw: 5000}
    beside: true`,
  'a withdrawal whose partner is stopped': `
  - stop: a
  - withdraw: {from: b, to: a, totalWithdraw: 1}
    beside: true`,
  'two withdrawals, the lower one last': `
  - withdraw: {from: a, to: b, totalWithdraw: 12}
  - withdraw: {from: a, to: b, totalWithdraw: 31}
    beside: true`,
  'a stop and a start': `
  - stop: a
  - start: a
    beside: true
  - deposit: {from: a, to: b, totalDeposit: 200}`,
  'a leave and the closing of one of its channels': `
  - leave: b
  - close: {from: b, to: a}
    beside: true
  - leave: a`,
  'what is asked in a channel that is just there': `
  - open: {from: a, to: c, deposit: 0}
  - stop: c
  - withdraw: {from: c, to: a, totalWithdraw: 1}
    beside: true
  - pay: {from: a, to: c, amount: 101}`,
  'money that a closed channel has not paid out yet': `
  - leave: c
  - pay: {from: c, to: b, amount: 1}
    beside: true
  - deposit: {from: b, to: a, totalDeposit: 150}`,
};

describe('steps that start together, asked of simulated nodes the other way round', () => {
  it.each(Object.entries(CASES))('%s: nothing is wrong', async (_name, steps) => {
    const scenario = scenarioFrom(`
question: Is any order as good as another?
seed: 1
network:
  topology: ${topology('a 100 - 100 b 1606938044258990275541962092341162602522202993782792835301375 - 100 c')}
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
steps:${steps}
`);
    const drive = <T>(operations: readonly T[]): readonly T[] => operations.toReversed();
    const { comparison } = await replaySimulated({ scenario, pace: 'scenario', drive });
    expect(differences(comparison).map(inWords)).toEqual([]);
  });
});
