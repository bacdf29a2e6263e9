import { describe, expect, it } from 'vitest';
import { topology } from '../../../world/world.ts';
import { answers } from '../answers.ts';

/*
 * Ann pays the shop 10 through bob, 8 times in 80 s. Bob holds 200 towards the shop. Each month there are half as many
 * payments again: 8, 12, 18 and 27, which take 80, 120, 180 and 270.
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
  it('break the goal in the month in which they take more than there is', async () => {
    const { grow } = await answers(text('horizon: 80s, grow: {perMonth: 50%, months: 4}'), ['grow']);
    expect(grow?.months.map(({ factor }) => factor)).toEqual([1, 1.5, 2.25, 3.375, 5.0625]);
    expect(grow?.months.map(({ standing }) => standing)).toEqual(['met', 'met', 'met', 'missed', 'missed']);
    expect(grow?.months[3]?.goal.mean).toBeCloseTo(20 / 27, 12);
    expect(grow?.breaksAt).toBe(3);
    expect(grow?.deposit?.deposit).toBe(270n);
  });

  it('may be carried by what is there', async () => {
    const { grow } = await answers(text('grow: {perMonth: 50%, months: 2}'), ['grow']);
    expect(grow).not.toHaveProperty('breaksAt');
    expect(grow?.months).toHaveLength(3);
  });

  it('are refused without a growth', async () => {
    await expect(
      answers(text('replications: 2').replace(', replications: 2}', '}'), ['grow']),
    ).rejects.toThrow(/the question grow needs plan\.grow/);
  });
});
