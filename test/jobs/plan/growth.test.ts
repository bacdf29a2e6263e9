import { describe, expect, it } from 'vitest';
import { topology } from '../../world/world.ts';
import { planFrom, planText } from './answers.ts';

/*
 * Ann pays the shop 10 through bob, 8 times in 80 s. Bob holds 200 towards the shop. With 2.25 and 3.375 times as
 * many payments, 18 and 27, they take 180 and 270.
 */
const text = (asked: string) => `
question: How long will it do?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: ${topology('ann 100_000 - 0 bob 200 - 0 shop')}}
traffic:
  - arrivals: {constant: {perSecond: 0.1}}
    ${asked.includes('horizon') ? '' : 'count: 8'}
    duration: 80s
    amounts: {fixed: 10}
    pairs: {list: [[ann, shop]]}
plan: {goal: success_rate >= 100%, mine: bob, replications: 2, ${asked}}
`;

describe('payments that grow', () => {
  it('break the goal at the point at which they take more than there is, and tell the deposit for it', async () => {
    const { points, result } = await planFrom(
      text('vary: {plan.growth: [1, 2.25, 3.375]}, horizon: 80s, deposit: {node: bob}'),
      ['deposit'],
    );
    expect(points.map(({ settings }) => settings['plan.growth'])).toEqual(['1', '2.25', '3.375']);
    expect(points.map(({ goal }) => goal)).toEqual(['met', 'met', 'missed']);
    expect(points[2]?.metrics['success_rate']?.mean).toBeCloseTo(20 / 27, 12);
    expect(result.answers?.map(({ deposit }) => deposit?.[0]?.deposit)).toEqual([80n, 180n, 270n]);
  });

  it('are those of the plan where nothing is varied', async () => {
    const { points } = await planFrom(text('growth: 3.375'), []);
    expect(points[0]?.goal).toBe('missed');
  });

  it('come in more bursts of the same size', async () => {
    const bursts = (growth: number): string =>
      text(`growth: ${growth}`).replace(
        'arrivals: {constant: {perSecond: 0.1}}\n    count: 8',
        'arrivals: {burst: {size: 1, every: 20s}}',
      );
    const paid = async (growth: number): Promise<number | undefined> => {
      const { points } = await planFrom(bursts(growth), []);
      return points[0]?.metrics['payments']?.mean;
    };
    expect([await paid(1), await paid(2)]).toEqual([4, 8]);
  });

  it('are refused where there are steps only', async () => {
    const steps = planText({ channels: 'a 100 - 0 b', payments: 'a b 10', plan: ['growth: 2'] });
    await expect(planFrom(steps, [])).rejects.toThrow(/found a scenario of steps only/);
  });
});
