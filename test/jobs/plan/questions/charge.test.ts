import { describe, expect, it } from 'vitest';
import type { TriedChange } from '../../../../src/model/plan/answers.ts';
import { topology } from '../../../world/world.ts';
import { answers, changesByKind, feesOf, planFrom, planText, sentenceOf } from '../answers.ts';

/*
 * Ann pays the shop 30 times, through hub or through a rival that asks 10,000 ppm. Raiden's path-finding service weighs
 * a fee of a hundredth of a token of 18 decimals as much as a hop: ann pays through the cheaper one.
 */
const TOKEN = 10n ** 18n;
const text = (charge: string, { amount, router }: { amount: bigint; router: string } = RAIDEN) => `
question: What should hub ask beside a rival?
seed: 1
protocol: {router: ${router}}
network: {topology: ${topology(`ann ${1000n * amount} - 0 hub ${1000n * amount} - 0 shop, ann ${1000n * amount} - 0 rival ${1000n * amount} - 0 shop`)}}
nodes: {rival: {fees: {proportionalPpm: 10_000}}}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 30, amounts: {fixed: ${amount}}, pairs: {list: [[ann, shop]]}}]
plan: {replications: 3, charge: {node: hub, ${charge}}}
`;
const byPrice = (planned: string, nodes: string): string =>
  planned.replace('plan:', `protocol: {router: cheapest}\nnodes: {${nodes}}\nplan:`);
const RAIDEN = { amount: TOKEN, router: 'raiden' };

describe('the best fee of a range', () => {
  it.each([
    RAIDEN,
    // Satoshi weigh nothing there: only who looks at the price alone goes round.
    { amount: 50_000n, router: 'cheapest' },
  ])(
    'is the dearest that is no dearer than a rival’s, where payers choose by price: $router',
    async (payers) => {
      const made = await planFrom(text('proportionalPpm: "[1_000, 19_000] 10"', payers), ['changes']);
      const { charge } = changesByKind(made.result);
      const ppmOf = (at: number): number => feesOf(charge[at] as TriedChange)?.proportionalPpm ?? 0;
      // Between the values of the range too; a fee is rounded to whole units.
      expect(Math.round(ppmOf(0) / 100)).toBe(100);
      const dear = charge.filter((_, at) => ppmOf(at) > 10_100);
      expect(dear.map(({ money }) => money?.amount.mean)).toEqual([0, 0, 0, 0, 0]);
      expect(sentenceOf(made)).toMatch(
        /Best: hub charges 10,00\d ppm per channel\. .* fees earned at hub [\d.]+/,
      );
    },
  );

  it('leaves the flat part and the imbalance penalty of the present fees as they are', async () => {
    const fees = '{flat: 7, proportionalPpm: 10, imbalancePpm: 200}';
    const priced = text('proportionalPpm: [10, 20]').replace('nodes: {', `nodes: {hub: {fees: ${fees}}, `);
    const { charge } = await answers(priced, ['charge']);
    const asTheyAre = charge.find((each) => feesOf(each)?.proportionalPpm === 10);
    expect(feesOf(asTheyAre as TriedChange)).toEqual({ flat: 7n, proportionalPpm: 10, imbalancePpm: 200 });
    expect(asTheyAre?.money?.difference.mean).toBe(0);
  });

  it('is found above 0, though earnings at 0 do not show that many pay a little and one would pay much', async () => {
    const many = planText({
      channels: `ann ${TOKEN} - 0 hub ${TOKEN} - 0 shop, ann ${TOKEN} - 0 rival ${TOKEN} - 0 shop, hub ${TOKEN} - 0 lone`,
      payments: 'ann shop 1000000000 x9, ann lone 1000000000',
      plan: ['charge: {node: hub, proportionalPpm: [0, 16_000]}'],
    });
    const rival = 'rival: {fees: {proportionalPpm: 2_000}}';
    const [best] = (await answers(byPrice(many, rival), ['charge'])).charge;
    expect(feesOf(best as TriedChange)?.proportionalPpm).toBe(2000);
  });

  it('is found for a mediator that loses with small fees, as it pays for payments that balance it', async () => {
    const uncapped = planText({
      channels: 'ann 200000 - 0 hub 200000 - 0 shop, ann 200000 - 0 rival 200000 - 0 shop',
      payments: 'ann shop 5000 x3, ann shop 20000',
      plan: ['charge: {node: hub, proportionalPpm: [100, 40_000]}'],
    });
    const fees = 'hub: {fees: {imbalancePpm: 2000, uncapped: true}}, rival: {fees: {proportionalPpm: 2_500}}';
    const { charge } = await answers(byPrice(uncapped, fees), ['charge']);
    // With 40,000 ppm all payments go through the rival.
    expect(charge.map(({ money }) => money?.amount.mean)).toEqual([51, 0, -780]);
  });

  it('is found where a payment that a dearer mediator refuses leaves room for others', async () => {
    const crowded = planText({
      channels: `hub 12000 - 60000 ann, hub 20000 - 10000 ben, hub 60000 - 30000 cat,
        rival 60000 - 30000 ann, rival 10000 - 30000 ben`,
      fees: '{flat: 1, proportionalPpm: 20_000}',
      payments: 'cat ann 2000, cat ben 7000, cat ann 5000 x2, ben cat 6000, ann cat 1000',
      plan: ['charge: {node: hub, proportionalPpm: [0, 50_000, 100_000]}'],
    });
    const { charge } = await answers(crowded, ['charge']);
    // Every 33rd share was tried by itself; about 88,100 ppm earn most.
    expect(Math.max(...charge.map(({ money }) => money?.amount.mean ?? 0))).toBeGreaterThanOrEqual(4478);
  });

  it('is found between fees at which it passes on as many payments, but others', async () => {
    const rivals = planText({
      channels: `ann 50000 - 0 hub 12000 - 0 shop, ben 50000 - 0 hub 50000 - 0 dan, cat 50000 - 0 hub,
        ann 50000 - 0 rival 50000 - 0 shop, cat 50000 - 0 dear 50000 - 0 dan`,
      payments: 'ann shop 10000, ben shop 5000 x2, cat dan 30000',
      plan: ['charge: {node: hub, proportionalPpm: [1_000, 12_000]}'],
    });
    const high = 'ann: &high {fees: {proportionalPpm: 900_000}}, cat: *high';
    const others = 'rival: {fees: {proportionalPpm: 3_000}}, dear: {fees: {proportionalPpm: 8_000}}';
    const { charge } = await answers(byPrice(rivals, `${high}, ${others}`), ['charge']);
    // Up to 3,000 ppm ann's payment leaves no room for ben's; above 8,000 ppm cat pays through dear.
    expect(feesOf(charge[0] as TriedChange)?.proportionalPpm).toBeCloseTo(8000, -2);
  });

  it('is found between fees at which as many payments pass there and back, but others', async () => {
    const circling = planText({
      channels: 'ann 999999 - 1500 hub 101500 - 2000 ben, ann 999999 - 999999 rival 999999 - 999999 ben',
      payments: 'ann ben 100000, ann ben 10000, ben ann 100000, ben ann 10000',
      plan: ['charge: {node: hub, proportionalPpm: [50, 4_000]}'],
    });
    const { charge } = await answers(byPrice(circling, 'rival: {fees: {flat: 250}}'), ['charge']);
    // Up to 50 ppm the large payments pass, at 4,000 ppm the small ones, in between all of them.
    expect(charge.map(({ money }) => money?.amount.mean)).toEqual([1002, 160, 20]);
  });

  it('is found where the demand ends, between two values of the range', async () => {
    // Payers accept 0.6 %: hub asks at each of two channels, and the payer sends a margin of 0.05 % and 3 % of the fee.
    const payers = { amount: 1_000_000n, router: 'cheapest, maxFeePercent: 0.6' };
    const ends = text('proportionalPpm: "[100, 8_000] log 9"', payers).replace('10_000', '1_000_000');
    const { charge } = await answers(ends, ['charge']);
    const ppm = feesOf(charge[0] as TriedChange)?.proportionalPpm ?? 0;
    expect(Math.floor(2.06 * ppm) + 500).toBeLessThanOrEqual(6000 + 20);
    expect(2.06 * (ppm + 10) + 500).toBeGreaterThan(6000);
  });

  it('is written with the thousandths of a millionth that it has', async () => {
    const schedules = 'schedules: [{proportionalPpm: 0.5}, {proportionalPpm: 0.125}]';
    const made = await planFrom(text(schedules), ['changes']);
    expect(sentenceOf(made)).toContain('hub charges 0.5 ppm per channel');
  });

  const orders = ['{flat: 0}, {flat: 1}, {flat: 2}', '{flat: 2}, {flat: 1}, {flat: 0}'];
  it.each(orders)('is charged with a new channel where neither helps alone: %s', async (schedules) => {
    // Ann has nothing for a fee beside the margin of 1, and hub has no channel with ben.
    const charge = `charge: {node: hub, schedules: [${schedules}]}`;
    const both = planText({
      channels: 'ann 11 - 0 hub, cat 30 - 0 ben',
      fees: '{flat: 1}',
      payments: 'ann ben 10, cat ben 10',
      plan: ['open: {deposits: [20, 0], candidates: [[hub, ben]]}', charge],
    });
    const { changes } = await answers(both, ['changes']);
    expect(changes?.advised).toMatchObject({ goal: { mean: 1 }, together: [0, 1] });
  });

  it('is not charged where new channels meet the goal without it', async () => {
    // Payments below 50 refuse the mediator’s fee of 50; most accept one of 20.
    const drawn = `
question: What is needed?
seed: 1
protocol: {kind: instant, maxFeePercent: 100}
network: {topology: ${topology('ann 9000 - 0 hub 9000 - 0 ben, cat 9000 - 0 hub 9000 - 0 dan')}, fees: {flat: 25}}
traffic:
  - {arrivals: {poisson: {perSecond: 1}}, duration: 60s, amounts: {uniform: {min: 10, max: 90}}, pairs: {list: [[ann, ben], [cat, dan]]}}
plan:
  goal: success_rate >= 99%
  replications: 5
  open: {deposits: [9000, 0], candidates: [[ann, ben], [cat, dan]]}
  charge: {node: hub, schedules: [{flat: 10}, {flat: 25}]}
`;
    const { tried, advised } = (await answers(drawn, ['changes'])).changes ?? {};
    expect(advised?.places.map((place) => tried?.[place]?.what)).toEqual(['open ann–ben', 'open cat–dan']);
  });

  it('is given as a range or as schedules, not as both', async () => {
    const texts = ['proportionalPpm: [1.5, 2]', 'proportionalPpm: [1, 2], schedules: [{}, {flat: 1}]', ''];
    for (const wrong of texts)
      await expect(planFrom(text(wrong), ['changes'])).rejects.toThrow(
        /expected either schedules, or a range of proportionalPpm/,
      );
  });
});
