import { expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { estimate } from '../../../../src/statistics/estimate.ts';
import { shipped } from '../funding-page.ts';

// Each plan is compared on as many fresh seeds as it has replications: 30 plans make 300. On a machine that others use.
const PLANS = Number(process.env['MILLRACE_PLANS'] ?? 3);
const REPLICATIONS = 10;
const MOST_MS = 7_200_000;

/** The mean gain of plans over each simple rule, on seeds that chose neither. */
async function gainsOver(file: string) {
  const gains = new Map<string, number[]>();
  for (let at = 0; at < PLANS; at += 1) {
    const spec = { vary: [], replications: REPLICATIONS };
    const made = await plan({ source: shipped(file), questions: ['fund'], seed: `fresh-${at}`, spec });
    for (const { name, difference } of made.result.fund?.rules ?? [])
      gains.set(name, [...(gains.get(name) ?? []), difference.mean]);
  }
  return [...gains].map(([name, values]) => ({ name, ...estimate(values) }));
}

it('funding plans of plan-invoices.yaml are better than every simple rule, beyond chance', {
  timeout: MOST_MS,
}, async () => {
  const gains = await gainsOver('plan-invoices.yaml');
  expect(gains.length).toBeGreaterThan(8);
  expect(gains.filter(({ interval: [low] }) => low <= 0)).toEqual([]);
});

it.each(['plan-hub.yaml', 'plan-corridor.yaml', 'plan-neighbours.yaml'])(
  'funding plans of %s are at least as good as every simple rule, beyond chance',
  async (file) => {
    const gains = await gainsOver(file);
    expect(gains.length).toBeGreaterThan(8);
    expect(gains.filter(({ interval: [, high] }) => high < 0)).toEqual([]);
  },
  MOST_MS,
);
