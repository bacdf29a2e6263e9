import { beforeAll, describe, expect, it } from 'vitest';
import { deposit, depositInterval } from '../../../src/jobs/plan/questions/deposit.ts';
import type { DepositAnswer } from '../../../src/jobs/plan/questions/find-deposit.ts';
import { fund } from '../../../src/jobs/plan/questions/fund.ts';
import type { FundingAnswer } from '../../../src/jobs/plan/questions/spend-budget.ts';
import { html } from '../../../src/report/page/markup.ts';
import { textOf } from '../../../src/report/blocks/terminal.ts';
import type { ToldAnswer } from '../../../src/report/plan/told-answer.ts';
import { dryText } from '../../../src/jobs/plan/questions/rebalance.ts';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { toldAnswers } from '../../../src/jobs/plan/tell-plan.ts';
import { planAnswer, planPage } from '../../../src/report/plan/plan-document.ts';
import { world } from '../../world/world.ts';
import { OwnPart } from '../../../src/jobs/plan/own-part.ts';
import { changeText, estimateText } from '../../../src/report/plan/interval-text.ts';
import { loadQuantiles } from '../../../src/statistics/quantiles.ts';

beforeAll(loadQuantiles);

const estimated = (mean: number, interval: readonly [number, number]) => ({
  mean,
  interval,
  deviation: 1,
  count: 5,
});

describe('an answer in words', () => {
  it('has as many digits as its interval tells of', () => {
    expect(estimateText(estimated(832.2, [785.9184, 878.4816]))).toBe('832 (786 to 878)');
    expect(estimateText(estimated(0.9532, [0.9411, 0.9648]))).toBe('0.953 (0.941 to 0.965)');
    expect(estimateText(estimated(0.5, [0.5, 0.5]))).toBe('0.5');
    expect(changeText(estimated(-781.04, [-822.36, 3.1]))).toBe('-781 (-822 to +3), which may be chance');
  });

  it('says of a deposit what is known of it', () => {
    expect(depositInterval([500n, 500n], undefined)).toBe(', to the unit');
    expect(depositInterval([465n, 1112n], undefined)).toBe(' (95 %: 465 to 1,112)');
    expect(depositInterval([465n, null], undefined)).toBe(' (95 %: at least 465)');
  });

  it('sets deposits of their own beside one for all: those are what it says to do', () => {
    const alike = { of: 'each end', ends: 40, deposit: 986n, interval: [881n, 1112n], islands: [] } as const;
    const part = { ...alike, of: 'each end with shops', ends: 4, deposit: 981n, safe: 1059n };
    const answers = [alike, part].map((one) => ({ ...one, most: 5000n, curve: [], changes: [] }));
    const goal = { metric: 'success_rate', relation: '>=', value: 0.95, text: '>= 95%' } as const;
    const network = world('hub 1 - 1 shop');
    const place = { goal, network, own: new OwnPart(network, undefined), token: undefined, idOf: String };
    expect(deposit.tell(answers, place).verdict?.sentence).toMatch(
      /^986 is the least deposit of each end .* That is 39,440 at 40 ends; deposits of their own for 1 part take 4,236\.$/,
    );
  });

  it('says when an end runs dry, or that it may never', () => {
    expect(dryText({ afterS: 90, interval: [80, 100] })).toBe('90 s (80 s to 1 min 40 s)');
    expect(dryText({ afterS: 90, interval: [80, null] })).toBe('90 s (80 s to after the run)');
  });
});

it.each([
  ['[1, 2]', 'missed'],
  ['[1, 50]', 'answered'],
])('a plan with capacities %s of which none is asked further is %s', async (capacities, word) => {
  const text = `
question: How much capacity?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 10}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 3, amounts: 5, pairs: {list: [[n1, n2]]}}]
plan: {goal: success_rate >= 90%, replications: 30, vary: {network.capacity: ${capacities}}}
`;
  const made = await plan({ source: { file: 'x.yaml', text, readFile: () => '' }, questions: ['rebalance'] });
  const versions = { millrace: '1', node: '20' };
  const page = planPage({ ...made, told: toldAnswers(made), command: 'millrace plan x.yaml', versions });
  const [, judgement] = /class="badge \w+"><span aria-hidden="true">.<\/span> ([^<]*)</.exec(page) ?? [];
  expect(judgement).toBe(word);
});

/** A star whose hub ends are short of money: a budget helps it, and more of it does not. */
async function starred(goal: string) {
  const text = `
question: How much where?
seed: 1
network: {topology: {star: {spokes: 3}}, capacity: 20}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 30, amounts: 5, pairs: {list: [[spoke1, spoke2]]}}]
plan: {goal: ${goal}, replications: 20, deposit: {}, fund: {budget: 300, step: 10}, frontier: {most: 300, points: 6}}
`;
  const source = { file: 'x.yaml', text, readFile: () => '' };
  return await plan({ source, questions: ['deposit', 'fund', 'frontier'] });
}

describe('a sum that meets the goal beside the deposit that every end needs', () => {
  it('is told once: the least of those that were tried, by their means', async () => {
    const made = await starred('success_rate >= 90%');
    const [, fundTold, frontierTold] = toldAnswers(made);
    expect(fundTold?.alsoMeets?.sentence).toMatch(
      /^With 2\d\d more in all \(.*\) the goal holds: success is 100 %\.$/,
    );
    expect(frontierTold?.alsoMeets?.sentence).toMatch(/^With 250 more in all .* the goal holds: success is /);
    const answer = planAnswer(made.result, toldAnswers(made));
    expect(answer.match(/the goal holds/g)).toHaveLength(1);
    expect(answer).toMatch(/least deposit of .* With 250 more in all \(/);
  });

  it('is not told where the goal holds as it stands', async () => {
    const made = await starred('success_rate >= 5%');
    expect(planAnswer(made.result, toldAnswers(made))).not.toContain('more in all');
  });

  it('is told by the mean, as deposits are, and with its interval', () => {
    expect(toldFund({ after: estimated(0.96, [0.93, 0.98]) }).alsoMeets?.sentence).toBe(
      'With 16 more in all (by need) the goal holds: success is 96 % (93 to 98 %).',
    );
    expect(toldFund({ after: estimated(0.94, [0.93, 0.98]) }).alsoMeets).toBeUndefined();
  });
});

it('does not say that no search beats a rule where another rule surely does, and says to use that one', () => {
  const behind = { ...estimated(-0.018, [-0.026, -0.011]), deviation: 0.004 };
  const rules = [
    { name: 'by need', difference: estimated(0, [0, 0]) },
    { name: 'by class', difference: behind },
  ];
  const text = sectionText(toldFund({ rules }));
  expect(text).not.toContain('No search');
  expect(text).toMatch(/the plan is behind by class: .* points .*\. That rule is better: use it instead\./);
  const maybe = {
    name: 'by class',
    difference: { ...behind, interval: [-0.04, 0.01], deviation: 0.1 },
  } as const;
  expect(sectionText(toldFund({ rules: [...rules.slice(0, 1), maybe] }))).toMatch(
    /No search that was tried beats this rule\. With the replications that tell this, the plan is behind by class/,
  );
});

const GOAL = { metric: 'success_rate', relation: '>=', value: 0.95, text: '>= 95%' } as const;
const TOLD = {
  goal: GOAL,
  network: world('hub 1 - 1 shop'),
  own: new OwnPart(world('hub 1 - 1 shop'), undefined),
  token: undefined,
  idOf: String,
};

function toldFund(given: Partial<FundingAnswer>): ToldAnswer {
  const [channel = ''] = TOLD.network.edges();
  return fund.tell(
    {
      budget: 20n,
      unplaced: 4n,
      rule: 'by need',
      rules: [],
      ranking: [],
      step: 2n,
      before: estimated(0.5, [0.4, 0.6]),
      after: estimated(0.9, [0.8, 0.95]),
      gain: estimated(0.4, [0.3, 0.5]),
      ends: [{ channel, node: 'hub', partner: 'shop', amount: 16n }],
      changes: [],
      ...given,
    },
    TOLD,
  );
}

function sectionText({ section }: ToldAnswer): string {
  return textOf(
    { name: '', title: '', head: [], body: [section()], footer: html`` },
    { color: false, width: 1000 },
    20,
  );
}

describe('a deposit', () => {
  const asked = { of: 'each end', ends: 2, most: 100n, islands: [], changes: [] } as const;
  const probe = (tried: bigint, mean: number, interval: readonly [number, number]) => ({
    deposit: tried,
    goal: estimated(mean, interval),
  });
  const chartOf = (answer: DepositAnswer): string => JSON.stringify(deposit.tell([answer], TOLD).chart?.());

  it('is shaded only where one that was tried surely meets the goal', () => {
    const curve = [probe(0n, 0, [0, 0.1]), probe(100n, 0.96, [0.9, 1])];
    const open = chartOf({ ...asked, curve, deposit: 100n, interval: [50n, null] });
    expect(open).toContain('None that was tried surely meets it: more replications would tell');
    expect(open).not.toContain('shaded part');
    const known = chartOf({ ...asked, curve, deposit: 100n, interval: [50n, 100n] });
    expect(known).toContain('shaded part');
    const none = chartOf({ ...asked, curve, interval: [null, null] });
    expect(none).not.toMatch(/shaded|upright/);
  });

  it('that makes no payment succeed is not called the best', () => {
    const curve = [probe(0n, 0, [0, 0.61]), probe(100n, 0, [0, 0.61])];
    expect(deposit.tell([{ ...asked, curve, interval: [null, null] }], TOLD).verdict?.sentence).toMatch(
      /^None of the 2 deposits .* gives success of at least 95 %: none of them makes any payment succeed\./,
    );
  });
});
