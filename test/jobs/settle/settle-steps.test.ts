import { describe, expect, it } from 'vitest';
import { assembleOperations, assembleNetwork } from '../../../src/jobs/assemble.ts';
import { settleSteps } from '../../../src/jobs/settle/settle-steps.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { stepEntry } from '../../../src/scenario/text/edited-text.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

const withSteps = (...steps: readonly string[]) => scenarioFrom(stepsIn('a 100 - 20 b 70 - 5 c', steps));

async function numbersIn(...steps: readonly string[]): Promise<readonly unknown[]> {
  const settled = await settleSteps(withSteps(...steps));
  return settled.steps.map((step) => stepEntry(step, { withToken: false }));
}

describe('relative amounts of steps', () => {
  it.each([
    ['{of: channel}', 100n],
    ['{of: channel, percent: 50, plus: -1}', 49n],
    ['{of: route}', 70n],
    ['{of: route, plus: 1}', 71n],
    ['{of: node}', 100n],
    ['{of: network}', 195n],
    ['{of: channel, percent: 0}', 1n],
  ])('%s from one end of a line to the other is %d', async (amount, expected) => {
    expect(await numbersIn(`pay: {from: a, to: c, amount: ${amount}}`)).toEqual([
      { pay: { from: 'a', to: 'c', amount: expected } },
    ]);
  });

  it('are what is there when their turn comes', async () => {
    expect(
      await numbersIn(
        'pay: {from: a, to: b, amount: 30, times: 2}',
        'pay: {from: a, to: b, amount: {of: channel}}',
        'pay: {from: b, to: a, amount: {of: channel}}',
        'pay: {from: a, to: b, amount: {of: channel, plus: 1}}',
      ),
    ).toMatchObject([{}, { pay: { amount: 40n } }, { pay: { amount: 120n } }, { pay: { amount: 121n } }]);
  });

  it('are the same for steps that start together', async () => {
    const all = 'pay: {from: a, to: b, amount: {of: channel}}';
    const both = await settleSteps(withSteps(all, `{${all}, beside: true}`));
    expect(both.steps).toMatchObject([{ amount: 100n }, { amount: 100n }]);
  });

  it('are what there is of the token of their step', async () => {
    const { steps } = await settleSteps(
      scenarioFrom(`
question: Which channels count?
seed: 1
tokens: [{name: A}, {name: B}]
networks:
  - token: A
    topology: {channels: [{between: [n1, n2], deposits: [100, 0]}, {between: [n2, n3], deposits: [50, 0]}]}
  - token: B
    topology: {channels: [{between: [n1, n2], deposits: [7000, 7000]}, {between: [n1, n3], deposits: [8000, 8000]}]}
steps:
  - deposit: {from: n1, to: n2, token: A, by: {of: channel}}
  - pay: {from: n1, to: n3, token: A, amount: {of: route}}
  - pay: {from: n1, to: n2, token: A, amount: {of: node}}
  - pay: {from: n2, to: n3, token: A, amount: {of: network}}
`),
    );
    expect(steps).toMatchObject([
      { totalDeposit: 200n },
      { amount: 50n },
      { amount: 150n },
      { amount: 250n },
    ]);
  });

  it('raise totals of deposits and withdrawals by numbers or by what is there', async () => {
    expect(
      await numbersIn(
        'deposit: {from: a, to: b, by: 5}',
        'withdraw: {from: a, to: b, by: {of: channel}}',
        'withdraw: {from: a, to: b, by: 1}',
        'open: {from: a, to: c, deposit: {of: node, plus: 3}}',
      ),
    ).toEqual([
      { deposit: { from: 'a', to: 'b', totalDeposit: 105n } },
      { withdraw: { from: 'a', to: 'b', totalWithdraw: 105n } },
      { withdraw: { from: 'a', to: 'b', totalWithdraw: 106n } },
      { open: { from: 'a', to: 'c', deposit: 3n } },
    ]);
  });

  it('are numbers in a simulated run, and what has only numbers is left as it is', async () => {
    const scenario = withSteps('pay: {from: a, to: c, amount: {of: route}}');
    const run = await simulate({ scenario });
    expect(run.records).toMatchObject([{ operation: { amount: 70n }, outcome: { kind: 'succeeded' } }]);
    expect(run.header.scenario.steps).toMatchObject([{ amount: 70n }]);
    const plain = withSteps('pay: {from: a, to: c, amount: 7}');
    expect(await settleSteps(plain)).toBe(plain);
  });

  it('are never planned before they are numbers', () => {
    const scenario = withSteps('pay: {from: a, to: c, amount: {of: route}}');
    expect(() => assembleOperations({ scenario, network: assembleNetwork(scenario) })).toThrow(
      'relative amount',
    );
  });

  it.each([
    ['deposit: {from: a, to: b}', 'either totalDeposit or by'],
    ['withdraw: {from: a, to: b, by: 1, totalWithdraw: 2}', 'either totalWithdraw or by'],
    ['pay: {from: a, to: b, amount: {of: purse}}', 'of'],
  ])('%s is refused', (step, message) => {
    expect(() => withSteps(step)).toThrow(message);
  });

  it('are written as they are read', () => {
    const steps = [
      'pay: {from: a, to: b, amount: {of: node, plus: 1}}',
      'deposit: {from: a, to: b, by: {of: network}}',
    ];
    const [pay, deposit] = withSteps(...steps).steps.map((step) => stepEntry(step, { withToken: false }));
    expect(pay).toEqual({ pay: { from: 'a', to: 'b', amount: { of: 'node', percent: 100, plus: 1n } } });
    expect(deposit).toEqual({
      deposit: { from: 'a', to: 'b', by: { of: 'network', percent: 100, plus: 0n } },
    });
  });
});
