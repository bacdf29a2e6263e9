import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { toldAnswers } from '../../../../src/jobs/plan/tell-plan.ts';
import { planAnswer } from '../../../../src/report/plan/plan-document.ts';
import { topology } from '../../../world/world.ts';
import { sourceOf } from '../../scenario-text.ts';

/*
 * Ann pays the shop through bob 60 times in 30 days, who asks 1 at each of two channels: 120. Money costs 73 % a year, 6 %
 * in that time: his 1,000 towards the shop 60, his 2,000 towards the idler 120.
 */
const text = (asked: string) => `
question: Which channel is not worth its money?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: ${topology('ann 100_000 - 0 bob 1000 - 0 shop, bob 2000 - 0 idler')}, fees: {flat: 1}}
traffic:
  - arrivals: {constant: {perSecond: ${1 / 43_200}}}
    duration: 30d
    amounts: {fixed: 10}
    pairs: {list: [[ann, shop]]}
plan: {goal: success_rate >= 95%, horizon: 30d, replications: 2, ${asked}}
`;
const COSTS = 'costs: {capitalPerYear: 73%}';

describe('what each channel brings', () => {
  it('is what is earned with it and not without it, less what its money costs', async () => {
    const source = sourceOf(text(`mine: bob, ${COSTS}, close: {channels: 10}`));
    const made = await plan({ source, questions: ['close'] });
    const worths = made.result.close ?? [];
    expect(worths.map(({ partner, holds, earns }) => [partner, holds, earns.mean])).toEqual([
      ['idler', 2000n, 0],
      ['shop', 1000n, 120],
      ['ann', 0n, 120],
    ]);
    expect(worths.map(({ profit }) => Math.round(1e6 * (profit?.mean ?? 0)) / 1e6)).toEqual([-120, 60, 120]);
    expect(worths.filter(({ isToClose }) => isToClose).map(({ partner }) => partner)).toEqual(['idler']);
    expect(planAnswer(made.result, toldAnswers(made))).toContain(
      'Close bob–idler: it holds 2,000 and earns 0 in a run, -120 after what its money costs.',
    );
  });

  it('closes none where money costs nothing', async () => {
    const made = await plan({ source: sourceOf(text('mine: bob, close: {}')), questions: ['close'] });
    expect(made.result.close?.some(({ isToClose }) => isToClose)).toBe(false);
    expect(made.result.close?.[0]).not.toHaveProperty('profit');
  });

  it('is asked of one’s own nodes', async () => {
    const source = sourceOf(text(`${COSTS}, close: {}`));
    await expect(plan({ source, questions: ['close'] })).rejects.toThrow(/plan\.mine: found none/);
  });
});
