import { expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { sourceOf } from '../../scenario-text.ts';
import { LONE_PAYMENTS } from '../coverage/known-truths.ts';

// Brought down one by one by ten replications, eight ends hold what just these ten payments at each end need.
it('deposits of parts meet the goal on replications that had no part in finding them', async () => {
  const classes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}: [payer-${name}]`);
  const text = LONE_PAYMENTS.text.replace('plan: {', `plan: {deposit: {classes: {${classes.join(', ')}}}, `);
  let held = 0;
  for (const seed of ['plan-1', 'plan-2', 'plan-3', 'plan-4']) {
    const { result } = await plan({ source: sourceOf(text), questions: ['deposit'], seed });
    const [alike, ...parts] = result.deposit ?? [];
    expect(parts).toHaveLength(9);
    if ((alike?.held?.mean ?? 0) >= 0.7) held += 1;
  }
  expect(held).toBeGreaterThanOrEqual(3);
}, 240_000);
