import { describe, expect, it } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { toldAnswers } from '../../../src/jobs/plan/tell-plan.ts';
import { sourceOf } from '../scenario-text.ts';

/* ann pays ben 100 ten times in either token through mia, who holds 300 of X and 1,000 of Y. */
const text = (planned: string): string => `
question: What does each token need?
seed: 1
protocol: {kind: instant}
tokens: [{name: X}, {name: Y, decimals: 2}]
networks:
  - token: X
    topology: {channels: [{between: [ann, mia], deposits: [2000, 0]}, {between: [mia, ben], deposits: [300, 0]}]}
  - token: Y
    topology: {channels: [{between: [ann, mia], deposits: [2000, 0]}, {between: [mia, ben], deposits: [1000, 0]}]}
traffic:
  - {name: in X, token: X, arrivals: {constant: {perSecond: 1}}, count: 10, amounts: {fixed: 100}, pairs: {list: [[ann, ben]]}}
  - {name: in Y, token: Y, arrivals: {constant: {perSecond: 1}}, count: 10, amounts: {fixed: 100}, pairs: {list: [[ann, ben]]}}
plan:
  goal: success_rate >= 100%
  replications: 2
  ${planned}
  charge: {node: mia, schedules: [{flat: 0}, {flat: 5}]}
  fund: {budget: 700}
  deposit: {node: mia}
`;

const planOf = (planned: string) =>
  plan({ source: sourceOf(text(planned)), questions: ['deposit', 'fund', 'charge', 'rebalance'] });

describe('a plan of a scenario with two tokens', () => {
  it('is refused without the name of one of them, which the error says how to give', async () => {
    await expect(planOf('')).rejects.toThrow(/plan\.token.*one token.*X, Y/s);
    await expect(planOf('token: Z')).rejects.toThrow(/plan\.token.*"Z".*X, Y/s);
  });

  it('tells amounts in that token, whichever the file names first', async () => {
    const spec = { token: 'Y', fund: { budget: 40_000n } };
    const made = await plan({ source: sourceOf(text('')), questions: ['fund'], spec });
    expect(made.result.token).toEqual({ name: 'Y', decimals: 2 });
    expect(toldAnswers(made)[0]?.figure?.name).toBe('With 400 Y more');
  });

  it('counts, funds and charges in that token only', async () => {
    const { points, result } = await planOf('token: X');
    // Ten payments of 100, of which the first three go through.
    expect(points[0]?.metrics).toMatchObject({ payments: { mean: 10 }, volume: { mean: 300 } });
    expect(result.deposit?.[0]).toMatchObject({ deposit: 1000n, ends: 2 });
    expect(result.fund?.after.mean).toBe(1);
    expect(result.fund?.ends).toMatchObject([{ node: 'mia', partner: 'ben', amount: 700n }]);
    expect(result.rebalance?.drains).toHaveLength(2);
    // A mediator's schedule counts at both of its channels; what is not asked in X is not earned there.
    expect(result.charge?.choices.map(({ fees, earned }) => [fees.flat, earned.mean])).toEqual([
      [5n, 20],
      [0n, 0],
    ]);
    const other = await planOf('token: Y');
    expect(other.points[0]?.metrics).toMatchObject({ payments: { mean: 10 }, success_rate: { mean: 1 } });
  });
});
