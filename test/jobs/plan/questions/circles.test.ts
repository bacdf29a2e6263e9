import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { sourceOf } from '../../scenario-text.ts';
import { answers, planText, textOfPlan } from '../answers.ts';

/*
 * Each pays the next 10, directly: around a, b and c; around a, b, d, e, f and g; and around b, c, h, i and j. The first
 * circle shares a channel with each of the others, which share none.
 */
const SHARED = planText({
  channels:
    'a 50 - 50 b 50 - 50 c 50 - 50 a, b 50 - 50 d 50 - 50 e 50 - 50 f 50 - 50 g 50 - 50 a, c 50 - 50 h 50 - 50 i 50 - 50 j 50 - 50 b',
  payments: 'a b 10, b c 10, c a 10, b d 10, d e 10, e f 10, f g 10, g a 10, c h 10, h i 10, i j 10, j b 10',
});

/** Everybody pays everybody: nothing drifts but by chance. */
const EVEN = `
question: Which circular payments does chance ask for?
seed: 4
protocol: {kind: instant}
network: {topology: {complete: {nodes: 9}}, capacity: 1_000}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 200, amounts: {uniform: {min: 1, max: 20}}, pairs: uniform}]
plan: {replications: 10}
`;

describe('circular payments', () => {
  it('are told as those of one’s own nodes, where others could pay further ones', async () => {
    const toldOf = async (text: string): Promise<string> => {
      const made = await plan({ source: sourceOf(text), questions: ['rebalance'] });
      return textOfPlan(made);
    };
    expect(await toldOf(SHARED.replace('plan:', 'plan:\n  mine: d'))).toContain(
      '1 circular payment through your nodes: 10 around',
    );
    const aside = SHARED.replace('channels: [', 'channels: [{between: [z, a], deposits: [50, 50]}, ')
      .replace('steps:', 'steps:\n  - pay: {from: z, to: a, amount: 10}')
      .replace('plan:', 'plan:\n  mine: z');
    expect(await toldOf(aside)).toContain('No circular payment through your nodes restores');
  });

  it('are marked where chance alone may have made them, however many were looked at', async () => {
    const { rebalance } = await answers(EVEN, ['rebalance']);
    const { cycles = [], drains = [] } = rebalance ?? {};
    expect(cycles.length).toBeGreaterThan(5);
    const marks = [...cycles, ...drains].filter(({ mayBeChance }) => !mayBeChance);
    expect(marks).toEqual([]);
  });
});
