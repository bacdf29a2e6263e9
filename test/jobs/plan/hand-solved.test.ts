import { describe, expect, it } from 'vitest';
import { answers, gains, planFrom, planText, textOfPlan } from './answers.ts';

/*
 * Three spokes around a hub, no fees, one payment after the other:
 *
 *   ann pays ben 100 five times, then ben pays cat 40 twice, then cat pays ann 10 once.
 *
 * So ann's end sends 500 before it gets 10 back; hub's end towards ben sends 500 before ben sends 80 back; ben's end
 * sends 80 out of what it was paid; hub's end towards cat sends 80; cat sends 10 of these, and hub sends 10 to ann,
 * whose 500 are in that channel by then.
 *
 * With each end at a deposit D: payment k of ann's needs D >= 100 k at ann's end and at hub's end towards ben. So all
 * eight succeed from D = 500 on, and with 499 the fifth fails: 7 of 8.
 */
const HUB = planText({
  channels: 'ann 500 - 0 hub 300 - 0 ben, hub 30 - 0 cat',
  payments: 'ann ben 100 x5, ben cat 40 x2, cat ann 10',
  plan: ['remove: {nodes: 1, channels: 3}'],
});

describe('a hub with three spokes, solved by hand', () => {
  it('needs 500 at each end, to the unit', async () => {
    const result = await answers(HUB, ['deposit']);
    expect(result.deposit).toMatchObject([{ deposit: 500n, interval: [500n, 500n] }]);
  });

  it('needs no more simulations for more replications: chance decides nothing', async () => {
    const [few, many] = [
      await answers(HUB),
      await answers(HUB.replace('replications: 2', 'replications: 9')),
    ];
    expect(many.simulations).toBe(few.simulations);
    expect(many.deposit).toMatchObject([{ deposit: 500n, interval: [500n, 500n] }]);
  });

  it('needs 500 of the hub towards ben and 80 towards cat', async () => {
    // Towards ann nothing: what ann has sent is there when cat pays ann.
    const result = await answers(HUB.replace('plan:', 'plan:\n  deposit: {node: hub, each: true}'), [
      'deposit',
    ]);
    expect(result.deposit?.map(({ of, deposit }) => [of, deposit])).toEqual([
      ['hub’s end of each of its channels', 500n],
      ['hub’s end of its channel with ann', 0n],
      ['hub’s end of its channel with ben', 500n],
      ['hub’s end of its channel with cat', 80n],
    ]);
  });

  it('gains most for the next 50 units from the channel with cat', async () => {
    // As it stands ann's fourth and fifth, ben's both and cat's payment fail: 3 of 8 succeed. 50 units towards cat
    // hold 80, and three more succeed; 200 towards ben then hold 500, and the last two do.
    const { fund } = await answers(HUB.replace('plan:', 'plan:\n  fund: {budget: 50}'), ['fund']);
    expect([fund?.before.mean, fund?.gain.mean]).toEqual([3 / 8, 3 / 8]);
    expect(fund?.ends.map(({ partner, amount }) => [partner, amount])).toEqual([['cat', 50n]]);
  });

  it('puts the rest where only all of it helps', async () => {
    const result = await answers(HUB.replace('plan:', 'plan:\n  fund: {budget: 250, step: 50}'), ['fund']);
    expect(result.fund?.ends.map(({ partner, amount }) => `${partner} ${amount}`)).toEqual([
      'ben 200',
      'cat 50',
    ]);
    expect(result.fund?.after.mean).toBe(1);
  });

  it('loses everything with the hub or with ben’s channel', async () => {
    const result = await answers(HUB, ['remove']);
    expect(textOfPlan(await planFrom(HUB, ['changes']))).toContain('hub: -37.5 points. Only removals');
    // Without the channel of ben nobody can pay; without that of ann ben has nothing to pay with.
    expect(gains(result.remove)).toEqual([
      ['without hub', -3 / 8],
      ['without the channel of ann and hub', -3 / 8],
      ['without the channel of hub and ben', -3 / 8],
    ]);
  });

  it('can restore nothing by circular payments: money leads from ann to ben and cat', async () => {
    const result = await answers(HUB.replace('[300, 0]', '[500, 0]').replace('[30, 0]', '[80, 0]'), [
      'rebalance',
    ]);
    expect(result.rebalance?.cycles).toEqual([]);
    expect(result.rebalance?.drains).toMatchObject([
      { node: 'ann', partner: 'hub', amount: 490n },
      { node: 'hub', partner: 'ben', amount: 420n },
      { node: 'hub', partner: 'cat', amount: 70n },
    ]);
  });
});

/* Each of three nodes pays the next 50 and 20 and 30, directly: 20 of all go around. */
const TRIANGLE = planText({
  channels: 'a 100 - 100 b 100 - 100 c 100 - 100 a',
  fees: '{flat: 1, proportionalPpm: 50_000}',
  payments: 'a b 50, b c 20, c a 30',
});

describe('a triangle, solved by hand', () => {
  it('restores 20 by one payment around the other way, and 30 and 10 not at all', async () => {
    const result = await answers(TRIANGLE, ['rebalance']);
    // Flat 1 and 5 % at either channel: b passes 20 on for (20 * 1.05 + 2) / 0.95 = 24, c these for 27.2 / 0.95 = 29.
    expect(result.rebalance?.cycles).toMatchObject([{ amount: 20n, fee: 9n }]);
    expect(result.rebalance?.cycles[0]?.path).toEqual(['a', 'c', 'b']);
    expect(result.rebalance?.drains).toMatchObject([
      { node: 'a', partner: 'b', amount: 30n },
      { node: 'c', partner: 'a', amount: 10n },
    ]);
  });
});

/* All that ann has, 100, reaches cid. */
const ALL = planText({ channels: 'ann 100 - 0 ben 100 - 0 cid', payments: 'ann cid {of: route}' });

describe('a payment of all that is there, solved by hand', () => {
  it('needs 100 at each end, and either channel', async () => {
    const result = await answers(ALL, ['deposit', 'remove']);
    expect(result.deposit).toMatchObject([{ deposit: 100n }]);
    expect(result.remove.map(({ difference }) => difference.mean)).toEqual(
      Array.from({ length: 3 }, () => -1),
    );
  });
});

/*
 * A hub between a, who holds plenty, and b: a pays b 100 four times, and hub, whose end towards b holds nothing, keeps 2
 * of each. Two payments are half of all and take 203: a route must have room for the fee. Earnings of 6 take three, and 304.
 */
describe('several goals, solved by hand', () => {
  const BETWEEN = planText({
    channels: 'hub 0 - 900 a, hub 0 - 0 b',
    fees: '{flat: 1}',
    payments: 'a b 100 x4',
    plan: ['fund: {budget: 1_000}'],
  }).replace(/goal: .*/, 'goal: success_rate >= 50%');
  const withFurther = (goal: string) => BETWEEN.replace(/( *)goal: .*/, `$&\n$1also: [${goal}]`);

  it.each([
    ['one', '', 203n],
    ['two', "'earned{node=hub} >= 6'", 304n],
    ['two of which the first asks for more', "'earned{node=hub} >= 2'", 203n],
  ])('take the least money that meets all of them: %s', async (_how, also, money) => {
    const { fund } = await answers(withFurther(also), ['fund']);
    expect(fund?.cheapest?.money).toBe(money);
  });

  it.each([
    ['deposit', /^Total of 1 end: /m],
    ['fund', /No budget that was tried reaches success of .* and fees.* of at least 9 TOK. With 203 TOK /],
  ] as const)('take the least money for the first where none meets all: %s', async (question, sentence) => {
    const shown = textOfPlan(await planFrom(withFurther("'earned{node=hub} >= 9'"), [question]));
    expect(shown).toMatch(sentence);
    expect(shown).toMatch(/^! Add 203 TOK at 1 end /m);
    expect(shown).toContain('of at least 9 TOK, now missed: 0 TOK, then missed: 4 TOK.');
  });

  it('are met by changes first, also where money for the first goal alone is less', async () => {
    // 30 at hub’s end let p pay a; only channels of p with a, and of hub with c, let it pay both.
    const open = 'open: {deposits: [40, 0], candidates: [[p, a], [hub, c]]}';
    const further = "also: ['success_rate{payee=c} >= 100%']";
    const channels = 'p 500 - 0 hub 0 - 0 a, c 1 - 0 d';
    const text = planText({ channels, payments: 'p a 10 x3, p c 10', plan: [further, open] });
    const shown = textOfPlan(await planFrom(text.replace('100%', '75%'), ['deposit', 'changes']));
    expect(shown).toMatch(/^✓ With the changes below, add 80 TOK at 2 ends /m);
    expect(shown).toContain('for each end, adding 30 TOK is enough, for success of at least 75 % alone.');
  });

  it('are met by changes that move no money, which the mark and the first sentences show', async () => {
    const plan = ["also: ['earned{node=hub} >= 2']", 'charge: {node: hub, schedules: [{}, {flat: 1}]}'];
    const text = planText({ channels: 'p 5000 - 0 hub 5000 - 0 a', payments: 'p a 1000 x3', plan });
    const shown = textOfPlan(await planFrom(text, ['deposit', 'changes']));
    expect(shown).toMatch(/^✓ .* met.*\nBest: hub .*: no change; fees .* 6 TOK, now 0\. .* changes met:/m);
  });

  it('are met by other fees alone, which no money can replace', async () => {
    // A fee of 60 for 100 is above what payers accept.
    const plan = ['charge: {node: hub, schedules: [{}, {flat: 1}]}'];
    const hub = { channels: 'p 500 - 0 hub 500 - 0 a', fees: '{flat: 30}', payments: 'p a 100 x3', plan };
    const shown = textOfPlan(await planFrom(planText(hub), ['deposit', 'changes']));
    expect(shown).toMatch(/^✓ Make the changes below .*: then 100 %\. Now it is 0 %\.\nBest: hub /m);
  });
});
