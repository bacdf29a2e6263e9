import { expect, it } from 'vitest';
import { FlowBounds } from '../../../src/verdict/rules/flow-bounds.ts';
import type { BalanceIndex } from '../../../src/verdict/bounds/certain-flows.ts';
import { Story } from '../../../src/verdict/story.ts';
import { pay, SUCCEEDED } from '../../world/records.ts';
import { world } from '../../world/world.ts';
import { handMadeRun } from '../hand-made-run.ts';

it('a payment with several ways may go over a node that neither pays nor is paid', () => {
  const start = world('alice 100 - 100 bob 100 - 100 carol, alice 100 - 100 dave 100 - 100 carol');
  const times = { startedAtMs: 100_000, endedAtMs: 100_200 };
  const paid = pay({ target: 'carol', amount: 30n }, SUCCEEDED, times);
  const bounds = new FlowBounds(new Story(handMadeRun({ start, records: [paid] })));
  const bob = bounds.flows.balances.findIndex(({ owner }) => owner === 'bob') as BalanceIndex;
  const before = bounds.gained(bob, { startedAtMs: 10, endedAtMs: 20 });
  expect(before).toEqual({ least: 0n, most: 0n });
  const meanwhile = bounds.gained(bob, { startedAtMs: 100_100, endedAtMs: 100_110 });
  expect(meanwhile.least).toBeLessThanOrEqual(-30n);
});
