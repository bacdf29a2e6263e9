import { expect, it } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { type Funded, fundingPage, PLANNING_SCENARIOS, shipped } from './funding-page.ts';

// With --update it writes the page.
it('a funding plan of most shipped planning scenarios beats uniform funding, as its page says', async () => {
  const plans: Funded[] = [];
  for (const file of PLANNING_SCENARIOS) {
    const { result } = await plan({ source: shipped(file), questions: ['fund'], spec: { vary: [] } });
    if (result.fund !== undefined) plans.push({ file, goal: result.goal, answer: result.fund });
  }
  await expect(fundingPage(plans)).toMatchFileSnapshot('../../../docs/planning-funds.md');
});
