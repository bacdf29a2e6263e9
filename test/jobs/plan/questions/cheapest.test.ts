import { describe, expect, it } from 'vitest';
import { answers, planFrom, planText, sentenceOf, textOfPlan } from '../answers.ts';

/* p pays a 100 five times through hub, who asks 1 at either channel and holds nothing towards a. */
const TOLLED = planText({
  channels: 'p 5000 - 0 hub, hub 0 - 0 a, hub 0 - 0 b',
  fees: '{flat: 1}',
  payments: 'p a 100 x5',
  plan: ['mine: hub', 'fund: {budget: 1000}'],
});

/** Everybody pays everybody. */
const ALIKE = `
question: What do five alike need?
seed: 14
network: {topology: {complete: {nodes: 5}}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 5}}, count: 150, amounts: {lognormal: {median: 20, sigma: 1}}}]
plan: {goal: success_rate >= 95%, replications: 8}`;

describe('the least money that meets a goal', () => {
  it('holds what the check of routes requires: the fee of the mediator beside the amount', async () => {
    const { fund, deposit } = await answers(TOLLED, ['fund', 'deposit']);
    // Four payments take 101 each, the margin included; the last one finds a way where 102 are left.
    expect(fund?.ends).toMatchObject([{ partner: 'a', amount: 506n }]);
    expect(fund?.unplaced).toBe(494n);
    expect(fund?.cheapest).toMatchObject({ money: 506n, goal: { mean: 1 } });
    expect(deposit?.[0]?.deposit).toBe(506n);
    expect(deposit?.[0]?.cheapest?.ends).toEqual(fund?.ends);
  });

  it('is the same at all ends, where chance alone makes some of them need more', async () => {
    const { deposit } = await answers(ALIKE, ['deposit']);
    const { money, ends, goal } = deposit?.[0]?.cheapest ?? {};
    expect([new Set(ends?.map(({ amount }) => amount)).size, Number(money) < 1_200]).toEqual([1, true]);
    // With 1,060 the seeds that measure it showed 94.7 %.
    expect(goal?.mean).toBeGreaterThan(0.95);
  });

  it('is at one end of a further way, where two of the first one lack as much', async () => {
    const channels = 'a 100 - 0 b 100 - 0 c, a 100 - 0 e 100 - 0 d 0 - 0 c';
    const { deposit } = await answers(planText({ channels, payments: 'a c 100 x2' }), ['deposit']);
    expect(deposit?.[0]?.cheapest?.ends).toMatchObject([{ node: 'd', partner: 'c', amount: 100n }]);
  });

  it('heads the plan, with the goal, its value and the currency; ends that need nothing are left out', async () => {
    const made = await planFrom(TOLLED, ['deposit', 'fund']);
    expect(sentenceOf(made)).toMatch(
      /^Add 506 TOK at 1 end for success of at least 100 %: then 100 %\. Now it is 0 %\./,
    );
    const text = textOfPlan(made);
    expect(text.match(/^What to do/gm)).toHaveLength(1);
    expect(text).toContain('Total of 1 end: 0 now, 506 then, +506.\n');
  });

  it('leaves out ends that a part of the payments is not worth', async () => {
    // Nine small payments are 90 % of all; the large one would take 900 more.
    const text = planText({
      channels: 'p 5000 - 0 hub, hub 0 - 0 a, hub 0 - 0 b',
      payments: 'p a 10 x9, p b 900',
      plan: ['mine: hub'],
    }).replace('>= 100%', '>= 90%');
    const { deposit } = await answers(text, ['deposit']);
    expect(deposit?.[0]?.cheapest).toMatchObject({ money: 90n, ends: [{ partner: 'a' }] });
  });

  it.each([
    [
      '60%',
      1n,
      'hub 5 - 40 a, hub 8 - 100 b, hub 5 - 10 c, hub 0 - 20 d',
      'a b 3, b d 7, a b 6, b c 3, b c 9, d a 6, d b 3',
    ],
    [
      '50%',
      9n,
      'hub 0 - 100 a, hub 0 - 20 b, hub 5 - 100 c, hub 0 - 20 d',
      'd a 7, b d 2, d a 5, c b 5, a c 1, b a 7, d a 5, d b 7, b c 2',
    ],
  ] as const)(
    'is that of all divisions for %s of random payments: %s',
    async (goal, money, channels, payments) => {
      // The least of all divisions, each of which was tried.
      const text = planText({ channels, payments, plan: ['mine: hub'] }).replace('>= 100%', `>= ${goal}`);
      const { deposit } = await answers(text, ['deposit']);
      expect(deposit?.[0]?.cheapest).toMatchObject({ money });
    },
  );
});

describe('the least deposit', () => {
  it('names its tested neighbour, and smaller deposits that meet the goal too', async () => {
    // 70 pays the first and the second small payment; the large one takes 100 of those after it.
    const text = planText({
      channels: 'p 5000 - 0 hub, hub 0 - 0 a',
      payments: 'p a 20, p a 100, p a 40, p a 40',
      plan: ['mine: hub'],
    }).replace('>= 100%', '>= 75%');
    const made = await planFrom(text, ['deposit']);
    const [answer] = made.result.deposit ?? [];
    expect(answer?.deposit).toBe(160n);
    expect(textOfPlan(made)).toMatch(
      /Tested: 159 TOK misses the goal \(50 %\), 160 TOK meets it \(75 %\)\..* Smaller deposits that meet the goal too, with others in between that miss it: 10\d TOK, /,
    );
  });
});

/*
 * Each pays the next 10, directly: around a, b and c; around a, b, d, e, f and g; and around b, c, h, i and j. The first
 * circle shares a channel with each of the others, which share none.
 */
const SHARED = planText({
  channels:
    'a 50 - 50 b 50 - 50 c 50 - 50 a, b 50 - 50 d 50 - 50 e 50 - 50 f 50 - 50 g 50 - 50 a, c 50 - 50 h 50 - 50 i 50 - 50 j 50 - 50 b',
  payments: 'a b 10, b c 10, c a 10, b d 10, d e 10, e f 10, f g 10, g a 10, c h 10, h i 10, i j 10, j b 10',
});

/** Everybody pays everybody: nothing drifts but by chance. */
const EVEN = `
question: Which circular payments does chance ask for?
seed: 4
protocol: {kind: instant}
network: {topology: {complete: {nodes: 9}}, capacity: 1_000}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 200, amounts: {uniform: {min: 1, max: 20}}, pairs: uniform}]
plan: {replications: 10}
`;

describe('circular payments', () => {
  it('are told as those of one’s own nodes, where others could pay further ones', async () => {
    const toldOf = async (text: string) => textOfPlan(await planFrom(text, ['rebalance']));
    expect(await toldOf(SHARED.replace('plan:', 'plan:\n  mine: d'))).toContain(
      '1 circular payment through your nodes: 10 TOK around',
    );
    const aside = SHARED.replace('channels: [', 'channels: [{between: [z, a], deposits: [50, 50]}, ')
      .replace('steps:', 'steps:\n  - pay: {from: z, to: a, amount: 10}')
      .replace('plan:', 'plan:\n  mine: z');
    expect(await toldOf(aside)).toContain('No circular payment through your nodes restores');
  });

  it('restore as many channels as they can, over a longer circle if need be', async () => {
    const text = planText({
      channels: 'a 50 - 50 b 50 - 50 c 50 - 50 d 50 - 50 a, b 50 - 50 z 50 - 50 a',
      payments: 'a b 10, b c 10, c d 10, d a 10, b z 10, z a 10',
    });
    const { rebalance } = await answers(text, ['rebalance']);
    expect(rebalance?.cycles.map(({ path }) => path)).toEqual([['a', 'd', 'c', 'b']]);
  });

  it('are marked where chance alone may have made them, however many were looked at', async () => {
    const { rebalance } = await answers(EVEN, ['rebalance']);
    const { cycles = [], drains = [] } = rebalance ?? {};
    expect(cycles.length).toBeGreaterThan(5);
    const marks = [...cycles, ...drains].filter(({ mayBeChance }) => !mayBeChance);
    expect(marks).toEqual([]);
    // Circular payments that are not recommended take nothing from losses: 24 channels would be left.
    expect(drains).toHaveLength(34);
  });
});
