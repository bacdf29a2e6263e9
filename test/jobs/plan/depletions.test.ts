import { describe, expect, it } from 'vitest';
import { answers, planFrom, planText, textOfPlan } from './answers.ts';

const scenario = (channel: string, traffic: string, asked: string): string => `
question: When does an end run dry?
seed: 1
protocol: {kind: instant}
network: {topology: {channels: [{between: [hub, shop], deposits: ${channel}}]}}
traffic:
${traffic}
plan: {${asked}}
`;

const rebalanced = async (text: string): Promise<string> => textOfPlan(await planFrom(text, ['rebalance']));

const paying = (pair: string, perSecond: number, count: number): string =>
  `  - {arrivals: {constant: {perSecond: ${perSecond}}}, count: ${count}, amounts: {fixed: 1}, pairs: {list: [[${pair}]]}}`;

describe('the time after which an end runs dry', () => {
  it('is that of its balance, not of what the whole run moved', async () => {
    // 400 at 40 a second: the 400th payment begins after 9.975 or 10 s and leaves nothing.
    const text = scenario('[400, 0]', paying('hub, shop', 40, 2000), 'replications: 2');
    const { rebalance } = await answers(text, ['rebalance']);
    expect(rebalance?.dryEnds).toMatchObject([{ node: 'hub', partner: 'shop', runs: 2, of: 2 }]);
    expect(rebalance?.dryEnds[0]?.afterS).toBeCloseTo(10, 1);
  });

  it('stands beside what the end loses, in words that fit one end', async () => {
    const text = scenario('[400, 0]', paying('hub, shop', 40, 500), 'replications: 2');
    const page = await rebalanced(text);
    expect(page).toContain('1 channel end drains (significant); hub → shop loses most, 400 TOK in a run.');
    expect(page).toContain('No circular payment restores');
    // Nothing is moved where nothing goes through.
    const idle = scenario('[0, 0]', paying('hub, shop', 40, 5), 'replications: 2');
    expect(await rebalanced(idle)).not.toContain('drains (significant)');
  });

  it('stands beside the loss that circular payments leave, under these words', async () => {
    // Ann’s end towards bob loses 40; a circular payment brings 10 of these back.
    const text = planText({
      channels: 'ann 100 - 100 bob 100 - 100 cat 100 - 100 ann, cat 100 - 0 dan',
      payments: 'ann bob 40, bob cat 40, cat ann 40, ann dan 30',
    });
    const page = await rebalanced(text);
    expect(page).toContain('loses most, 30 TOK in a run after circular payments.');
    expect(page).toContain(' loses in a run after circular payments ');
    expect(page).toContain('1 circular payment: 10 TOK around');
  });

  it('stands beside what payments take in a week from an end that is filled again', async () => {
    // One unit a second are 604,800 a week. The 400 that it has last for some minutes of a run of two hours.
    const text = scenario('[400, 0]', paying('hub, shop', 1, 7200), 'replications: 2');
    expect(await rebalanced(text)).toMatch(/loss a week .*\n.* hub → shop +400 TOK +604,8\d\d TOK /);
  });

  it('counts in that week what a circle restores that only arises where ends are filled', async () => {
    // Of a ring of payments two find nothing to pay with, so that no circular payment is named.
    const text = planText({
      channels: 'ann 10 - 0 bob 0 - 10 cat 0 - 10 ann',
      payments: 'bob cat 10, cat ann 10, ann bob 10',
    });
    const { rebalance } = await answers(text, ['rebalance']);
    expect(rebalance?.cycles).toEqual([]);
    expect(rebalance?.drains).toMatchObject([{ node: 'ann', partner: 'bob', amount: 10n, whenFilled: 10n }]);
  });

  it('is told of a channel that only fluctuates', async () => {
    // A fair walk from 10 that stays at 20 where it would leave is at 0 within 195 steps half of the time, and within
    // 1,000 in 95 of 100 (all states gone through).
    const traffic =
      '  - {arrivals: {constant: {perSecond: 1}}, count: 1000, amounts: {fixed: 1}, pairs: {list: [[hub, shop], [shop, hub]]}}';
    const { rebalance } = await answers(scenario('[10, 10]', traffic, 'replications: 40'), ['rebalance']);
    const ends = rebalance?.dryEnds ?? [];
    expect(ends.map(({ node }) => node).sort()).toEqual(['hub', 'shop']);
    for (const { runs, of, interval } of ends) {
      expect(of).toBe(40);
      expect(runs).toBeGreaterThan(33);
      expect(interval?.[0]).toBeLessThanOrEqual(195);
      expect(interval?.[1]).toBeGreaterThanOrEqual(195);
    }
  });
});
