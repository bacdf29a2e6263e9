import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { toldAnswers } from '../../../../src/jobs/plan/tell-plan.ts';
import { textOf } from '../../../../src/report/blocks/terminal.ts';
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

  it('is told of each 1,000 that it holds, and of a channel without money of mine not at all', async () => {
    const made = await plan({ source: sourceOf(text('mine: bob, close: {}')), questions: ['close'] });
    // Without prices what earns most for its money is last, and what needs none after it.
    expect(made.result.close?.map(({ partner }) => partner)).toEqual(['idler', 'shop', 'ann']);
    const document = { name: '', title: '', head: [], body: toldAnswers(made).map((each) => each.section()) };
    const lines = textOf(document, { color: false, width: 200 }, 20).split('\n');
    const rows = lines.map((line) => line.trim().split(/ {2,}/).slice(0, 4));
    expect(rows).toContainEqual(['bob–idler', '2,000', '0', '0']);
    expect(rows).toContainEqual(['bob–shop', '1,000', '120', '120']);
    expect(rows).toContainEqual(['bob–ann', '0', '120', '–']);
  });

  it('closes none where money costs nothing', async () => {
    const made = await plan({ source: sourceOf(text('mine: bob, close: {}')), questions: ['close'] });
    expect(made.result.close?.some(({ isToClose }) => isToClose)).toBe(false);
    expect(made.result.close?.[0]).not.toHaveProperty('profit');
  });

  it('is asked of one’s own nodes', async () => {
    const source = sourceOf(text(`${COSTS}, close: {}`));
    await expect(plan({ source, questions: ['close'] })).rejects.toThrow(
      /close needs plan\.mine in the scenario/,
    );
  });
});
