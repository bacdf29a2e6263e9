import { describe, expect, it } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { PLAN_QUESTIONS, type PlanQuestion } from '../../../src/jobs/plan/questions.ts';
import { planPage } from '../../../src/report/plan/plan-document.ts';
import { sourceOf } from '../scenario-text.ts';
import { changesByKind, factsOf, feesOf, planFrom, textOfPlan } from './answers.ts';

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

const planOf = (planned: string) => planFrom(text(planned));

describe('a plan of a scenario with two tokens', () => {
  it('is refused without the name of one of them, which the error says how to give', async () => {
    await expect(planOf('')).rejects.toThrow(/plan\.token.*one token.*X, Y/s);
    await expect(planOf('token: Z')).rejects.toThrow(/plan\.token.*"Z".*X, Y/s);
  });

  it('tells amounts in that token, whichever the file names first', async () => {
    const spec = { token: 'Y', fund: { budget: 40_000n } };
    const made = await plan({ source: sourceOf(text('')), questions: ['fund'], spec });
    expect(made.result.token).toEqual({ name: 'Y', decimals: 2 });
    expect(textOfPlan(made)).toContain('No division of 400 Y changes success');
  });

  it('counts, funds and charges in that token only', async () => {
    const { points, result } = await planOf('token: X');
    // Ten payments of 100, of which the first three go through.
    expect(points[0]?.metrics).toMatchObject({ payments: { mean: 10 }, volume: { mean: 300 } });
    expect(result.deposit?.[0]).toMatchObject({ deposit: 1000n, ends: 2 });
    expect(result.fund?.after.mean).toBe(1);
    expect(result.fund?.ends).toMatchObject([{ node: 'mia', partner: 'ben', amount: 700n }]);
    expect(result.rebalance?.drains).toHaveLength(2);
    // A fee takes a payment from those that go through, so none ranks first. It counts at both channels; what is not asked in X is not earned there.
    const { charge } = changesByKind(result);
    expect(charge.map((each) => [feesOf(each)?.flat, each.money?.amount.mean])).toEqual([
      [0n, 0],
      [5n, 20],
    ]);
    const other = await planOf('token: Y');
    expect(other.points[0]?.metrics).toMatchObject({ payments: { mean: 10 }, success_rate: { mean: 1 } });
  });
});

/* ann pays ben 100 DAI ten times through mia, who holds 300 towards him and asks 1 at each of two channels. */
const DAI = (amount: number): string => `${amount}${'0'.repeat(18)}`;
const DEAR = `
question: What does it take, in DAI?
seed: 1
protocol: {kind: instant}
tokens: [{name: DAI, decimals: 18}]
network:
  topology: {channels: [{between: [ann, mia], deposits: [${DAI(2000)}, 0]}, {between: [mia, ben], deposits: [${DAI(300)}, 0]}]}
  fees: {flat: ${DAI(1)}}
traffic:
  - {arrivals: {poisson: {perSecond: 0.001}}, count: 10, duration: 90000s, amounts: {fixed: ${DAI(100)}}, pairs: {list: [[ann, ben]]}}
plan:
  goal: success_rate >= 100%
  replications: 3
  figures: [volume, fees, 'earned{node=mia}', 'cost{node=mia}', latency_p50_ms]
  costs: {capitalPerYear: 10%, onChain: ${DAI(1).replace(/(0{9})(0{9})$/, '_$1_$2')}}
  charge: {node: mia, schedules: [{flat: 0}, {flat: ${DAI(2)}}]}
  fund: {budget: ${DAI(900)}}
  deposit: {node: mia}
  open: {deposits: [${DAI(500)}, 0], candidates: [[ann, ben]]}
  replenish: {policies: [{topUp: {node: mia, partners: [ben], below: 50%, every: 1000s}}]}
`;

describe('a plan in a token of 18 decimals', () => {
  const wholeText = async (questions: readonly PlanQuestion[], spec = {}): Promise<string> => {
    const made = await plan({ source: sourceOf(DEAR), questions, spec });
    return `${textOfPlan(made)}${planPage(factsOf(made))}`;
  };

  it('tells every amount in whole tokens, with the name', async () => {
    const own = { mine: ['mia'], open: undefined, close: { channels: 2 } };
    const texts = [
      await wholeText(PLAN_QUESTIONS),
      await wholeText(PLAN_QUESTIONS, { ...own, horizonMs: 86_400_000 }),
    ].map((whole) => whole.replaceAll(/<script.*?<\/script>|<style.*?<\/style>|\b0x\w+/gs, ''));
    for (const whole of texts) {
      expect(whole.match(/.*(?:\d{10,}|(?:,\d{3}){3,}|e\+1\d|smallest unit).*/g)).toBeNull();
      expect(whole).not.toMatch(/\b(?:success_rate|latency_p50_ms|return_rate)\b(?! >=)/);
    }
    const [all = '', mine = ''] = texts;
    expect(all).toMatch(/Deposit at least 1,0\d\d DAI (?:\(.*?\) )?at mia’s end of each of its channels/);
    expect(all).toContain('flat 2 DAI');
    expect(all).toMatch(/with a deposit of [\d,.]+ DAI at mia’s ends with ben +.*cost at mia [\d.]+ DAI/);
    expect(all).toMatch(/Add 702 DAI at 1 end for success of at least 100 %: then 100 %/);
    expect(mine).toMatch(/loses [\d,]+ DAI (?:\([\d,]+ to [\d,]+ DAI\) )?a week/);
  });
});
