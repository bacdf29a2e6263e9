import { describe, expect, it } from 'vitest';
import { about, answers, drainTexts, feesOf, gains, planFrom, planText, textOfPlan } from './answers.ts';

/*
 * A star whose hub holds nothing, no fees: a pays b 30 twice, b pays c 50, c pays d 20, d pays a 10. Every spoke holds
 * 100, so that only hub's ends decide: 60 towards b, 50 towards c, 20 towards d; towards a nothing, because a has paid
 * hub 60 by then. As it stands nothing goes through at all.
 */
const DRAINED = planText({
  channels: 'hub 0 - 100 a, hub 0 - 100 b, hub 0 - 100 c, hub 0 - 100 d',
  payments: 'a b 30 x2, b c 50, c d 20, d a 10',
  plan: [
    'deposit: {node: hub, each: true}',
    'fund: {budget: 160, step: 10, points: 1}',
    'open: {deposits: [60, 60], candidates: [[b, c], [a, b], [c, d], [d, a]]}',
  ],
});

describe('a star whose hub holds nothing, solved by hand', () => {
  it.each(['', '000000000000'])(
    'needs 60, 50 and 20 at hub’s ends, each amount followed by "%s"',
    async (noughts) => {
      const large = DRAINED.replace(/(amount: |deposits: \[0, )(\d+)/g, `$1$2${noughts}`);
      const { deposit } = await answers(large, ['deposit']);
      const amounts = [60n, 0n, 60n, 50n, 20n].map((amount) => amount * BigInt(`1${noughts}`));
      expect(deposit?.map((each) => each.deposit)).toEqual(amounts);
      expect(deposit?.map(({ interval: [low] }) => low)).toEqual(amounts);
    },
  );

  it('gains from the first 10 at the end towards a only, and everything from the budget', async () => {
    const { fund: first } = await answers(DRAINED.replace('budget: 160', 'budget: 10'), ['fund']);
    expect(first?.ends.map(({ partner }) => partner)).toEqual(['a']);
    expect(first?.gain.mean).toBe(1 / 5);
    const { fund } = await answers(DRAINED, ['fund']);
    expect([fund?.before.mean, fund?.after.mean]).toEqual([0, 1]);
    // 20 at each of eight ends pay d and a.
    const alike = fund?.rules.find(({ name }) => name === 'all ends alike');
    expect(alike?.difference.mean).toEqual(about(3 / 5));
    // 60, 50 and 20 are short at three ends.
    expect([fund?.ends.map(({ amount }) => amount), fund?.unplaced]).toEqual([[60n, 50n, 20n], 30n]);
  });

  it('needs the least money of all ways to meet a goal', async () => {
    // By trying all sums up to 17 at each end: 2 towards d are enough.
    const text = planText({
      channels: 'a 100 - 0 hub 8 - 100 b, c 40 - 8 hub 5 - 10 d',
      payments: 'b d 7, a b 1, d a 2, c hub 6, a b 3, d b 5, b a 5, d a 3, b a 1, a hub 9',
      plan: ['mine: hub', 'fund: {budget: 17}'],
    }).replace('100%', '75%');
    expect((await answers(text, ['fund'])).fund?.cheapest?.money).toBe(2n);
  });

  it('gains from money that helps at two ends together', async () => {
    // By trying all sums up to 5 at each end.
    const text = planText({
      channels: 'a 20 - 2 hub 2 - 20 b, hub 5 - 100 c',
      payments: 'a c 7, a b 1, a b 9, a b 6, c a 6 x2',
      plan: ['mine: hub', 'fund: {budget: 5}'],
    });
    const { fund } = await answers(text, ['fund']);
    expect(fund).toMatchObject({ after: { mean: about(4 / 6) }, unplaced: 1n });
  });

  it('needs less than every shortfall in full where a payment has another way', async () => {
    // With plenty hub pays b both times itself, 10 in all. With 5 it pays the second time over a.
    const plan = ['mine: hub', 'fund: {budget: 12}'];
    const text = planText({ channels: 'hub 5 - 0 a 100 - 0 b 0 - 0 hub', payments: 'hub b 5 x2', plan });
    const { fund } = await answers(text, ['fund']);
    const rule = 'every shortfall in full, less money without effect';
    expect(fund).toMatchObject({ rule, ends: [{ partner: 'b', amount: 5n }], after: { mean: 1 } });
  });

  it('gains most from the channel past the hub that two payments take', async () => {
    const { open } = await answers(DRAINED, ['open']);
    expect(gains(open)).toEqual([
      ['open a–b', 2 / 5],
      ['open b–c', 1 / 5],
      ['open c–d', 1 / 5],
      ['open d–a', 1 / 5],
    ]);
    // A goal of 40 % asks for no further channel.
    const { changes } = await answers(DRAINED.replace('100%', '40%'), ['open']);
    expect(changes?.advised?.places).toEqual([0]);
  });

  // Only a–b with b–c make a way for a's payment to c; no channel of OTHERS helps.
  const [OTHERS, PAIR] = ['d e, d f, d g, d h, e f, e g, e h, f g, f h, g h, b h', 'a b, b c'];
  const madeWith = async (candidates: string, goal = '100%') => {
    const pairs = candidates.replace(/(\w) (\w)/g, '[$1, $2]');
    const channels = Array.from('abcdefgh', (spoke) => `hub 0 - 100 ${spoke}`).join(', ');
    const plan = [`open: {deposits: [60, 60], candidates: [${pairs}]}`];
    const text = planText({ channels, payments: 'a c 10, a hub 1', plan });
    return await planFrom(text.replace('100%', goal), ['changes']);
  };

  const FOR_C = ["50%\n  also: ['success_rate{payee=c} >= 100%']", ' for another goal'] as const;
  it.each([['100%', ''] as const, FOR_C])('meets %s by a pair, advised%s', async (goal, why) => {
    const made = await madeWith(PAIR, goal);
    expect(made.result.changes?.advised).toMatchObject({ goal: { mean: 1 }, places: [0, 1] });
    expect(textOfPlan(made)).toContain(`advised${why} together with another one`);
    expect(textOfPlan(made)).toMatch(/^✓ /m);
    if (why !== '') expect(textOfPlan(made)).toContain('now missed: 0 %, then met: 100 %.');
  });

  it('gives the number of changes beyond the first twelve that were not tried in pairs', async () => {
    const text = textOfPlan(await madeWith(`${OTHERS}, ${PAIR}`));
    expect(text).toContain('Success of at least 100 % is still missed. Not tried in pairs: 1 change.');
  });

  it('advises nothing that breaks another goal', async () => {
    // Only through hub does the first payment bring it a fee, and only by a channel of its own the second arrives.
    const plan = ["also: ['earned{node=hub} >= 1']", 'open: {deposits: [10_000, 0], candidates: [[a, c]]}'];
    const payments = 'a c 1000, a c 6000';
    const text = planText({ channels: 'a 10000 - 0 hub 3000 - 0 c', fees: '{flat: 1}', payments, plan });
    const made = await planFrom(text, ['changes']);
    expect(made.result.changes?.tried.map(({ difference }) => difference.mean)).toEqual([1 / 2]);
    expect(made.result.changes?.advised).toBeUndefined();
    expect(textOfPlan(made)).toContain('break the goal of fees earned at hub of at least 1');
  });

  it('misses nothing where nothing goes through', async () => {
    const { remove, rebalance } = await answers(DRAINED, ['remove', 'rebalance']);
    expect(remove).toEqual([]);
    expect(rebalance).toMatchObject({ cycles: [], drains: [] });
  });
});

/*
 * Two hubs with a thin bridge, no fees. East holds 150 of it and pays 100 for e1, so that e2's 100 and both 60 fail;
 * w1 pays e1 50 back, out of 100 it got; w2 got nothing and cannot pay w1 20: 2 of 6. For all six east's end must
 * hold 100 + 100 + 60 + 60 = 320 (170 more), west's end towards w2, which holds 100, 120 (20 more); then w2 has 120.
 */
const BRIDGE = planText({
  channels: 'e1 300 - 0 east, e2 300 - 0 east 150 - 50 west 300 - 0 w1, west 100 - 0 w2',
  payments: 'e1 w1 100, e2 w1 100, e1 w2 60, e2 w2 60, w1 e1 50, w2 w1 20',
  plan: [
    'fund: {budget: 200, step: 50, points: 1}',
    'deposit: {node: east}',
    'remove: {nodes: 6, channels: 5}',
  ],
});

describe('two hubs with a thin bridge, solved by hand', () => {
  it('find what stops a payment next, once nothing else helps', async () => {
    const { fund } = await answers(BRIDGE, ['fund']);
    // The last payment needs 20 and 24 at two ends at once.
    expect([fund?.before.mean, fund?.after.mean]).toEqual([1 / 3, 1]);
    const added = new Map(fund?.ends.map(({ node, partner, amount }) => [`${node} ${partner}`, amount]));
    expect(added.get('east west')).toBeGreaterThanOrEqual(170n);
    expect(added.get('west w2')).toBeGreaterThanOrEqual(20n);
  });

  it('cannot do with deposits of east alone: west’s end towards w2 holds too little', async () => {
    const { deposit } = await answers(BRIDGE, ['deposit']);
    expect(deposit?.[0]?.deposit).toBeUndefined();
  });

  it('lose both payments with either hub or the bridge, and one with a spoke that pays or is paid', async () => {
    const { remove } = await answers(BRIDGE, ['remove']);
    expect(remove?.map(({ what, difference }) => [what, difference.mean])).toEqual([
      ['without east', about(-1 / 3)],
      ['without west', about(-1 / 3)],
      ['without the channel of east and west', about(-1 / 3)],
      ['without e1 (its only channel leads to east)', about(-1 / 6)],
      ['without w1 (its only channel leads to west)', about(-1 / 6)],
    ]);
  });
});

/*
 * ann pays ben 100 three times through mia, who asks 2 at either channel: 4, and ann sends one more as margin. Each
 * payment takes 105 of ann's end and, without mia's 4, 101 of mia's.
 */
const TOLL = planText({
  channels: 'ann 1000 - 0 mia 1000 - 0 ben',
  fees: '{flat: 2}',
  payments: 'ann ben 100 x3',
  plan: [
    'fund: {budget: 220, step: 110, points: 1}',
    'charge: {node: mia, schedules: [{flat: 0}, {flat: 2}, {flat: 9}, {flat: 10}, {proportionalPpm: 50_000}]}',
  ],
});

describe('a line of three with fees, solved by hand', () => {
  it('needs three times 105', async () => {
    const { deposit } = await answers(TOLL, ['deposit']);
    expect(deposit).toMatchObject([{ deposit: 315n, interval: [315n, 315n] }]);
  });

  it('finds the end that holds the amount and not what the mediator asks', async () => {
    // Exactly 100 carry no payment of 100 where the mediator asks 4.
    const poor = TOLL.replace('[mia, ben], deposits: [1000', '[mia, ben], deposits: [100');
    const { fund } = await answers(poor, ['fund']);
    expect(fund?.ends.map(({ node, partner }) => [node, partner])).toEqual([['mia', 'ben']]);
    expect([fund?.before.mean, fund?.after.mean]).toEqual([0, 1]);
  });

  it('earns most just below what payers accept', async () => {
    // 5 % of either amount are (105 / 0.95 = 110.5) 11 of 100; flat 10 is a fifth, and with the margin more than that.
    const { charge } = await answers(TOLL, ['charge']);
    const earned = charge.map((each) => `${feesOf(each)?.flat}: ${each.money?.amount.mean}`);
    expect(earned).toEqual(['9: 54', '0: 33', '2: 12', '0: 0', '10: 0']);
  });
});

/*
 * a pays b 40, b pays hub 40, hub pays a 30 and c 25, each directly: 30 go around, 10 lead from a over b to hub, 25 to c.
 * To pay 30 back around a passes them on for (30 * 1.05 + 2) / 0.95 = 35, b these for (35 * 1.05 + 2) / 0.95 = 41.
 */
const AROUND = planText({
  channels: 'hub 100 - 100 a, hub 100 - 100 b, hub 100 - 100 c, a 100 - 100 b',
  fees: '{flat: 1, proportionalPpm: 50_000}',
  payments: 'a b 40, b hub 40, hub a 30, hub c 25',
  plan: ['remove: {nodes: 4, channels: 4}'],
});

describe('a hub beside a channel of two spokes, solved by hand', () => {
  it('restores 30 around for 11, and the rest not at all', async () => {
    const { rebalance } = await answers(AROUND, ['rebalance']);
    expect(rebalance?.cycles).toMatchObject([{ path: ['hub', 'b', 'a'], amount: 30n, fee: 11n }]);
    expect(drainTexts(rebalance?.drains)).toEqual(['hub → c 25', 'b → hub 10', 'a → b 10']);
  });

  it('ranks payers, payees and the hub; a channel with a detour has no impact', async () => {
    const { remove } = await answers(AROUND, ['remove']);
    expect(remove?.map(({ what, difference }) => [what, difference.mean])).toEqual([
      ['without hub', -3 / 4],
      ['without a', -2 / 4],
      ['without b', -2 / 4],
      ['without c (its only channel leads to hub)', -1 / 4],
      ['without the channel of hub and a', 0],
      ['without the channel of hub and b', 0],
      ['without the channel of a and b', 0],
    ]);
  });
});

describe('networks that are drawn for each replication', () => {
  const drawn = (topology: string) => `
question: What would be missed most?
seed: 3
network: {topology: ${topology}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 5}}, count: 20, amounts: 10}]
plan: {goal: success_rate >= 50%, network: drawn, replications: 4, remove: {nodes: 0, channels: 5}}
`;

  it('lack only channels that all of them have between the same nodes', async () => {
    const random = await answers(drawn('{random: {nodes: 8, probability: 0.4}}'), ['remove']);
    expect(random.remove).toEqual([]);
    const ring = await answers(drawn('{ring: {nodes: 5}}'), ['remove']);
    expect(ring.remove).toHaveLength(5);
  });
});
