import { describe, expect, it } from 'vitest';
import { planFrom, planText, sentenceOf, textOfPlan } from '../answers.ts';

/*
 * Hub's end towards a needs 100 for five payments, that towards b 300 for one. So the first 100 bring five of six, the
 * next 200 nothing, and 400 the sixth.
 */
const hubPaid = (payments: string, most: number) =>
  planText({
    channels: 'p 1000 - 0 hub, hub 0 - 0 a, hub 0 - 0 b',
    payments,
    plan: ['mine: hub', `fund: {budget: ${most}, points: 4}`],
  });

/* Of two shops one holds enough in nearly all replications. */
const SHOPS = `
question: What do two shops need?
seed: 4
network: {topology: {channels: [{between: [p, hub], deposits: [9000, 0]}, {between: [hub, a], deposits: [0, 0]}, {between: [hub, b], deposits: [150, 0]}]}}
traffic: [{arrivals: {poisson: {perSecond: 1}}, count: 20, amounts: {uniform: {min: 1, max: 20}}, pairs: {list: [[p, a], [p, b]]}}]
plan: {mine: hub, goal: success_rate >= 100%, replications: 4, fund: {budget: 130, points: 1}}`;

// A payer holds enough in most replications.
const SHORT = `
{question: q, seed: 3, network: {topology: {channels: [{between: [p, hub], deposits: [268, 0]}, {between: [hub, a], deposits: [10, 0]}]}},
traffic: [{arrivals: {poisson: {perSecond: 1}}, count: 20, amounts: {uniform: {min: 1, max: 20}}, pairs: {list: [[p, a]]}}],
plan: {mine: hub, goal: success_rate >= 100%, replications: 3}}`;

it('a deposit that few replications find enough is none where many show what it cannot mend', async () => {
  expect(textOfPlan(await planFrom(SHORT, ['deposit']))).toMatch(/not enough[^]* hub 12 [^]*not reached up/);
});

describe('success against the budget', () => {
  it('is not what to do where it meets the goal in few replications and more money in many', async () => {
    const made = await planFrom(SHOPS, ['fund']);
    expect(sentenceOf(made)).toMatch(/missed.* is reached; .* Less money meets it only on the average of 4 /);
    expect(textOfPlan(await planFrom(SHOPS, ['deposit', 'fund']))).toContain('on average only');
  });

  it('rises as arithmetic has it, with the least money that meets the goal', async () => {
    const made = await planFrom(hubPaid('p a 20 x5, p b 300', 400), ['fund']);
    const { curve = [], cheapest } = made.result.fund ?? {};
    expect(curve.map(({ budget, goal }) => [budget, goal.mean])).toEqual([
      [0n, 0],
      [100n, 5 / 6],
      [200n, 5 / 6],
      [300n, 5 / 6],
      [400n, 1],
    ]);
    expect(cheapest?.money).toBe(400n);
    expect(sentenceOf(made)).toContain('With 400 TOK success of at least 100 % is reached.');
  });

  it('is what the answer reaches from the sum on that the answer spends', async () => {
    const channels = 'hub 4 - 3 a, hub 0 - 0 b, hub 0 - 3 c, hub 7 - 3 d';
    const payments = 'b hub 1, d b 3, a c 1, hub b 6';
    const text = planText({ channels, payments, plan: ['fund: {budget: 8}'] });
    const { result } = await planFrom(text, ['fund']);
    expect(result.fund?.curve.slice(2).map(({ goal }) => goal.mean)).toEqual([0.75, 0.75, 0.75]);
  });

  it('divides each smaller budget as well as a search of its own does', async () => {
    const channels = 'hub 0 - 3 a, hub 0 - 3 b, hub 2 - 3 c, hub 4 - 3 d';
    const payments = 'a hub 3, hub a 6, b c 5, b c 2, hub c 5, a c 6, c b 3, c hub 2';
    const plan = ['mine: hub', 'fund: {budget: 8, points: 2}'];
    const text = planText({ channels, payments, plan, fees: '{proportionalPpm: 100_000}' });
    const { result } = await planFrom(text, ['fund']);
    expect(result.fund?.curve[1]?.goal.mean).toBe(0.5);
  });

  it('has each budget once', async () => {
    const { result } = await planFrom(hubPaid('p a 1', 1), ['fund']);
    expect(result.fund?.curve.map(({ budget }) => budget)).toEqual([0n, 1n]);
  });

  it('says where the goal holds without any of the money', async () => {
    const made = await planFrom(hubPaid('p hub 10, p a 20 x5', 80).replace('>= 100%', '>= 10%'), ['fund']);
    expect(sentenceOf(made)).toContain(' The goal is met without it. ');
  });

  it('says what the goal takes where the budget does not reach it', async () => {
    const made = await planFrom(hubPaid('p a 20 x5', 80), ['fund']);
    expect(made.result.fund?.curve.map(({ goal }) => goal.mean)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    expect(sentenceOf(made)).toContain(
      'With 100 TOK, more than the budget, success of at least 100 % is reached; --budget 100 shows where.',
    );
  });
});
