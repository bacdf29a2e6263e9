import { expect, it } from 'vitest';
import { outcomes } from '../../../src/verdict/rules/outcomes.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { scenarioFrom, stepsIn } from '../../jobs/scenario-text.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

it('an order of operations that was not searched for to the end is told with how far the search went', async () => {
  const steps = ['pay: {from: a, to: b, amount: 5}', '{pay: {from: a, to: b, amount: 6}, beside: true}'];
  const scenario = scenarioFrom(stepsIn('a 10 - 10 b', steps));
  const prediction = await simulate({ scenario });
  const records = prediction.records.map((record): Run['records'][number] => ({
    ...record,
    outcome: { kind: 'failed', status: 409, reason: 'no-route', message: 'none' },
  }));
  const latitude = { outcomes: [], channels: [], restAtMs: 0, ranOutAfter: 1_500_000 };
  const { clues } = judgementOf(outcomes, { ...prediction, records, prediction, latitude });
  expect(clues[0]?.title).toContain(
    'their orders were not searched to the end (given up after 1500000 nodes and channels)',
  );
});
