import { beforeAll, describe, expect, it } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import type { DepositAnswer, FundingAnswer } from '../../../src/model/plan/answers.ts';
import { depositText } from '../../../src/report/plan/deposit-text.ts';
import { fundText } from '../../../src/report/plan/fund-text.ts';
import { changeText, intervalText } from '../../../src/report/plan/interval-text.ts';
import { planPage } from '../../../src/report/plan/plan-document.ts';
import { depletionText } from '../../../src/report/plan/rebalance-text.ts';
import { loadQuantiles } from '../../../src/statistics/quantiles.ts';
import { factsOf, sentenceOf, textOfPlan } from '../../jobs/plan/answers.ts';

beforeAll(loadQuantiles);

const estimated = (mean: number, interval: readonly [number, number]) => ({
  mean,
  interval,
  deviation: 1,
  count: 5,
});

const SETTING = {
  goal: { metric: 'success_rate', relation: '>=', value: 0.95, text: '>= 95%' },
  token: undefined,
  isOwn: false,
  now: undefined,
} as const;

describe('an answer in words', () => {
  it('has as many digits as its interval tells of', () => {
    expect(intervalText({ value: 832.2, interval: [785.9184, 878.4816] })).toBe('832 (786 to 878)');
    expect(intervalText({ value: 0.9532, interval: [0.9411, 0.9648] })).toBe('0.953 (0.941 to 0.965)');
    expect(intervalText({ value: 0.5, interval: [0.5, 0.5] })).toBe('0.5');
    expect(changeText(estimated(-781.04, [-822.36, 3.1]))).toBe('-781 (-822 to +3), which may be chance');
  });

  it('says when an end is depleted, or that it may never be', () => {
    expect(depletionText({ afterS: 90, interval: [80, 100] })).toBe('90 s (80 s to 1 min 40 s)');
    expect(depletionText({ afterS: 90, interval: [80, null] })).toBe('90 s (80 s to after the run)');
  });
});

const DEPOSIT: DepositAnswer = {
  of: 'each end',
  ends: 40,
  deposit: 986n,
  interval: [881n, 1112n],
  most: 5000n,
  curve: [],
  changes: [],
};

describe('a least deposit', () => {
  it('stands beside separate deposits, which are what the plan says to make', () => {
    const part = { ...DEPOSIT, of: 'each end with shops', ends: 4, deposit: 981n, safe: 1059n };
    expect(depositText([DEPOSIT, part], SETTING).sentence).toBe(
      'Deposit at least 986 (95 %: 881 to 1,112) at each end for success of at least 95 %: 39,440 at 40 ends. Separate deposits for 1 part need 3,924.',
    );
  });

  it('is no money to add where the goal is met', () => {
    const met = depositText([DEPOSIT], { ...SETTING, now: estimated(0.97, [0.96, 0.98]) });
    expect(met.sentence).toMatch(/^No money must be added\. Enough would be 986 .* at each end for success/);
  });

  it('has an interval that the curve shades only where a deposit surely meets the goal', () => {
    const captionOf = (interval: DepositAnswer['interval']): string =>
      depositText([{ ...DEPOSIT, interval }], SETTING).curve?.caption ?? '';
    expect(captionOf([50n, null])).toContain('no tested deposit meets the goal at 95 % confidence');
    expect(captionOf([50n, 1000n])).toContain('the shaded part is its interval');
  });

  it('that is none names the best that was tried', () => {
    const { deposit: _deposit, ...none } = DEPOSIT;
    const curve = [0n, 100n].map((deposit) => ({ deposit, goal: estimated(0, [0, 0.61]) }));
    expect(depositText([{ ...none, curve }], SETTING).sentence).toMatch(
      /^No equal deposit of each end up to 5,000 reaches success of at least 95 %\. The best of 2 deposits, 0, gives 0 % /,
    );
  });
});

const FUNDING: FundingAnswer = {
  budget: 20n,
  unplaced: 4n,
  rule: 'by average shortfall',
  rules: [],
  before: estimated(0.5, [0.4, 0.6]),
  after: estimated(0.96, [0.93, 0.98]),
  gain: estimated(0.46, [0.3, 0.5]),
  ends: [{ channel: 'TOK:1', node: 'hub', partner: 'shop', amount: 16n }],
  changes: [],
  curve: [],
};

describe('a funding plan', () => {
  it('says where a rule does better on the test seeds', () => {
    const behind = { ...estimated(-0.018, [-0.026, -0.011]), deviation: 0.004 };
    const rules = [
      { name: 'by average shortfall', difference: estimated(0, [0, 0]) },
      { name: 'by traffic', difference: behind },
    ];
    const notesOf = (list: FundingAnswer['rules']): string =>
      fundText({ ...FUNDING, rules: list }, SETTING).notes?.join(' ') ?? '';
    expect(notesOf(rules)).toContain(
      'On the test seeds the rule by traffic scores better: +1.8 points (+1.1 to +2.6).',
    );
    const maybe = { ...behind, interval: [-0.04, 0.01] as const, deviation: 0.1 };
    const [own] = rules;
    expect(notesOf(own === undefined ? [] : [own, { name: 'by traffic', difference: maybe }])).toMatch(
      /A search found nothing better\. On the test seeds the rule by traffic scores better: .*may be chance/,
    );
  });
});

it.each([
  ['[1, 2]', 'missed'],
  ['[1, 50]', 'answered'],
])('a plan with capacities %s and without answers is %s', async (capacities, word) => {
  const text = `
question: How much capacity?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 10}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 3, amounts: 5, pairs: {list: [[n1, n2]]}}]
plan: {goal: success_rate >= 90%, replications: 30, vary: {network.capacity: ${capacities}}}
`;
  const made = await plan({ source: { file: 'x.yaml', text }, questions: ['rebalance'] });
  const page = planPage(factsOf(made));
  const [, judgement] = /class="badge \w+"><span aria-hidden="true">.<\/span> ([^<]*)</.exec(page) ?? [];
  expect(judgement).toBe(word);
});

it('a plan begins with the least money that meets the goal, and what a smaller budget does', async () => {
  const text = `
question: How much where?
seed: 1
network: {topology: {star: {spokes: 3}}, capacity: 20}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 30, amounts: 5, pairs: {list: [[spoke1, spoke2]]}}]
plan: {goal: success_rate >= 90%, replications: 4, deposit: {}, fund: {budget: 120, step: 40, points: 1}}
`;
  const source = { file: 'x.yaml', text };
  const made = await plan({ source, questions: ['deposit', 'fund'] });
  const answer = sentenceOf(made);
  expect(textOfPlan(made)).toMatch(/^What to do: the least deposit {2}/m);
  expect(planPage(factsOf(made))).toMatch(/id="do".* against the deposit of /s);
  expect(textOfPlan(made)).toMatch(/for each end, adding 250 TOK is enough/);
  // 30 payments of 5 through two ends that hold 10 each: 140 more at either, of which a tenth may fail.
  expect(answer).toMatch(
    /^Add 250 TOK at 2 ends for success of at least 90 %: then 90 %\. Now it is .* With 120 TOK more where /,
  );
});
