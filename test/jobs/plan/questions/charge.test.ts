import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { toldAnswers } from '../../../../src/jobs/plan/tell-plan.ts';
import { planAnswer } from '../../../../src/report/plan/plan-document.ts';
import { topology } from '../../../world/world.ts';
import { sourceOf } from '../../scenario-text.ts';

/*
 * Ann pays the shop 30 times a token of 18 decimals, through hub or through a rival that asks 10,000 ppm. Raiden's
 * path-finding service weighs a fee of a hundredth of a token as much as a hop: ann pays through the cheaper one.
 */
const TOKEN = 10n ** 18n;
const RICH = 1000n * TOKEN;
const text = (charge: string) => `
question: What should hub ask beside a rival?
seed: 1
network: {topology: ${topology(`ann ${RICH} - 0 hub ${RICH} - 0 shop, ann ${RICH} - 0 rival ${RICH} - 0 shop`)}}
nodes: {rival: {fees: {proportionalPpm: 10_000}}}
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: 30
    amounts: {fixed: ${TOKEN}}
    pairs: {list: [[ann, shop]]}
plan: {replications: 3, charge: {node: hub, ${charge}}}
`;

describe('the best fee of a range', () => {
  it('is the dearest below a rival’s, where payers choose by price', async () => {
    const source = sourceOf(text('proportionalPpm: "[1_000, 19_000] 10"'));
    const made = await plan({ source, questions: ['charge'] });
    const { choices = [] } = made.result.charge ?? {};
    expect(choices[0]?.fees.proportionalPpm).toBe(9000);
    const dear = choices.filter(({ fees }) => fees.proportionalPpm > 10_000);
    expect(dear.map(({ earned }) => earned.mean)).toEqual([0, 0, 0, 0, 0]);
    expect(planAnswer(made.result, toldAnswers(made))).toMatch(
      /Of the fees that were tried hub earns most at 9,000 ppm: [\d.e+]+ in a run\./,
    );
  });

  it('is given as a range or as schedules, not as both', async () => {
    for (const wrong of [
      'proportionalPpm: [1.5, 2]',
      'proportionalPpm: [1, 2], schedules: [{}, {flat: 1}]',
      '',
    ])
      await expect(plan({ source: sourceOf(text(wrong)), questions: ['charge'] })).rejects.toThrow(
        /expected either schedules, or a range of proportionalPpm/,
      );
  });
});
