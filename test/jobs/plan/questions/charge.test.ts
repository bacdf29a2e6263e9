import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import type { TriedChange } from '../../../../src/model/plan/answers.ts';
import { topology } from '../../../world/world.ts';
import { sourceOf } from '../../scenario-text.ts';
import { changesByKind, feesOf, sentenceOf } from '../answers.ts';

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
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: 30
    amounts: {fixed: ${amount}}
    pairs: {list: [[ann, shop]]}
plan: {replications: 3, charge: {node: hub, ${charge}}}
`;
const RAIDEN = { amount: TOKEN, router: 'raiden' };

describe('the best fee of a range', () => {
  it.each([
    RAIDEN,
    // Satoshi weigh nothing there: only who looks at the price alone goes round.
    { amount: 50_000n, router: 'cheapest' },
  ])('is the dearest below a rival’s, where payers choose by price: $router', async (payers) => {
    const source = sourceOf(text('proportionalPpm: "[1_000, 19_000] 10"', payers));
    const made = await plan({ source, questions: ['changes'] });
    const { charge } = changesByKind(made.result);
    const ppmOf = (at: number): number => feesOf(charge[at] as TriedChange)?.proportionalPpm ?? 0;
    expect(ppmOf(0)).toBe(9000);
    const dear = charge.filter((_, at) => ppmOf(at) > 10_000);
    expect(dear.map(({ money }) => money?.amount.mean)).toEqual([0, 0, 0, 0, 0]);
    expect(sentenceOf(made)).toMatch(/Best: hub charges 9,000 ppm \(fees earned at hub [\d.,e+]+, /);
  });

  it('is given as a list of numbers, their digits grouped or not', async () => {
    const source = sourceOf(text('proportionalPpm: [1_000, 9000, 20_000]'));
    const { charge } = changesByKind((await plan({ source, questions: ['changes'] })).result);
    expect(charge.map((each) => feesOf(each)?.proportionalPpm)).toEqual([9000, 1000, 20_000]);
  });

  it('is given as a range or as schedules, not as both', async () => {
    for (const wrong of [
      'proportionalPpm: [1.5, 2]',
      'proportionalPpm: [1, 2], schedules: [{}, {flat: 1}]',
      '',
    ])
      await expect(plan({ source: sourceOf(text(wrong)), questions: ['changes'] })).rejects.toThrow(
        /expected either schedules, or a range of proportionalPpm/,
      );
  });
});
