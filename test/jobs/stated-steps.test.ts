import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/jobs/simulate.ts';
import { unexpectedSteps } from '../../src/report/figures/unexpected-steps.ts';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { replayHonest } from '../fixtures/lied-to-replay.ts';
import { scenarioFrom, stepsIn } from './scenario-text.ts';

const CHANNELS = 'alice 100 - 0 bob 100 - 0 carol';

async function unmet(...steps: readonly string[]) {
  const run = await simulate({
    scenario: scenarioFrom(
      stepsIn(
        CHANNELS,
        steps.map((step) => `{${step}}`),
      ),
    ),
  });
  return unexpectedSteps(run.records, run.header).map(({ step, expected, observed }) => ({
    step,
    expected,
    observed,
  }));
}

const TOO_MUCH = 'pay: {from: alice, to: bob, amount: 101}';

describe('the text of a refusal', () => {
  it.each([
    `${TOO_MUCH}, outcome: {status: 409, says: no suitable channel to initiate}`,
    `${TOO_MUCH}, outcome: {failed: no-suitable-channel, says: You have no suitable}`,
    'pay: {from: alice, to: bob, amount: 1}, outcome: {status: (200|409), says: whatever}',
  ])('is as the step says: %s', async (step) => {
    expect(await unmet(step)).toEqual([]);
  });

  it('is otherwise than the step says', async () => {
    expect(await unmet(`${TOO_MUCH}, outcome: {status: 409, says: lock expired}`)).toMatchObject([
      {
        step: 'steps[0]',
        expected: 'status 409, saying "lock expired"',
        observed: expect.stringContaining('You have no suitable channel to initiate this payment.'),
      },
    ]);
  });
});

describe('the payment history of a node', () => {
  const PAID = [
    'pay: {from: alice, to: bob, amount: 10, times: 2}',
    'pay: {from: bob, to: carol, amount: 5}',
  ];

  it.each([
    'node: alice, entries: sent, partner: bob, count: 2, amounts: [10, 10], amountSum: 20',
    'node: bob, count: 3',
    'node: bob, entries: received, amountSum: 20',
    'node: carol, entries: received, partner: alice, count: 0',
  ])('is as expected: %s', async (expected) => {
    expect(await unmet(...PAID, `observe: {payments: {${expected}}}`)).toEqual([]);
  });

  it.each([
    ['node: bob, entries: received, count: 3', 'expected entries 3, found 2'],
    ['node: alice, amounts: [10, 11]', 'expected amounts [10, 11], found [10, 10]'],
    ['node: carol, amountSum: 6', 'expected sum of amounts 6, found 5'],
    ['node: bob, reasons: [lock expired]', 'expected reasons [lock expired], found []'],
  ])('is otherwise: %s', async (expected, observed) => {
    expect(await unmet(...PAID, `observe: {payments: {${expected}}, within: 2s}`)).toMatchObject([
      { step: 'steps[2]', observed },
    ]);
  });

  it('tells why payments failed', async () => {
    const late = 'pay: {from: alice, to: bob, amount: 5, lockTimeout: 1}';
    const observed = 'observe: {payments: {node: alice, entries: failed, reasons: [None of the available]}}';
    expect(await unmet(late, observed)).toEqual([]);
  });
});

it.each([
  { price: 0, count: 1, word: 'as-expected' },
  { price: 100, count: 1, word: 'as-expected' },
  { price: 100, count: 2, word: 'not-as-expected' },
])('a replay pays a price of $price for $count paths, and is $word', async ({ price, count, word }) => {
  const step = `{observe: {paths: {node: alice, target: carol, amount: 10, count: ${count}}}}`;
  const protocol = `pathFindingPrice: ${price}`;
  const run = await replayHonest(scenarioFrom(stepsIn(CHANNELS, [step, step], { protocol })));
  expect(verdictOf(run)).toMatchObject({ word });
  expect(run.comparison?.differences).toBe(0);
});
