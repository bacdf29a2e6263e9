import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { answers, planText } from '../answers.ts';
import { shipped } from '../funding-page.ts';

/*
 * Three payees, each paid through an end of hub's of its own that holds nothing: 60 once to a, 50 twice to b and to c.
 * With 200 for hub the best is 100 for b and for c, four of five payments; with 60 for a there are three at most.
 */
const KNAPSACK = planText({
  channels: 'p 500 - 0 hub, hub 0 - 0 a, hub 0 - 0 b, hub 0 - 0 c',
  payments: 'p a 60, p b 50, p b 50, p c 50, p c 50',
  plan: ['mine: hub', 'fund: {budget: 200, step: 10}'],
});

describe('a funding plan', () => {
  it('finds the amounts of a knapsack, and neither overshoots nor hides what is left', async () => {
    const { fund } = await answers(KNAPSACK, ['fund']);
    expect(fund?.ends.map(({ partner, amount }) => [partner, amount])).toEqual([
      ['b', 100n],
      ['c', 100n],
    ]);
    expect(fund?.unplaced).toBe(0n);
    const { fund: rich } = await answers(KNAPSACK.replace('budget: 200', 'budget: 300'), ['fund']);
    expect(rich?.ends.reduce((sum, { amount }) => sum + amount, 0n)).toBe(260n);
    expect([rich?.unplaced, rich?.after.mean]).toEqual([40n, 1]);
  });

  it('is not below any simple rule on replications that chose neither', async () => {
    const source = shipped('plan-hub.yaml');
    const text = source.text.replace('count: 300', 'count: 60').replace('count: 120', 'count: 24');
    const spec = { vary: [], replications: 4, fund: { budget: 1000n } };
    const { result } = await plan({ source: { ...source, text }, questions: ['fund'], spec });
    const { rules = [] } = result.fund ?? {};
    expect(rules.map(({ name }) => name)).toContain('by class, by need, as ends are short of on average');
    for (const { difference } of rules) expect(difference.interval[1]).toBeGreaterThanOrEqual(0);
  });
});
