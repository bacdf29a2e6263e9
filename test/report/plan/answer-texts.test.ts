import { describe, expect, it } from 'vitest';
import { deposit, depositInterval } from '../../../src/jobs/plan/questions/deposit.ts';
import { dryText } from '../../../src/jobs/plan/questions/rebalance.ts';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { toldAnswers } from '../../../src/jobs/plan/tell-plan.ts';
import { planAnswer, planPage } from '../../../src/report/plan/plan-document.ts';
import { world } from '../../world/world.ts';
import { OwnPart } from '../../../src/jobs/plan/own-part.ts';
import { changeText, estimateText } from '../../../src/report/plan/interval-text.ts';

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

it('says where a budget meets the goal, too, beside the deposit that every end needs', async () => {
  const text = `
question: How much where?
seed: 1
network: {topology: {star: {spokes: 3}}, capacity: 20}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 30, amounts: 5, pairs: {list: [[spoke1, spoke2]]}}]
plan: {goal: success_rate >= 90%, replications: 20, deposit: {}, fund: {budget: 300, step: 10}}
`;
  const source = { file: 'x.yaml', text, readFile: () => '' };
  const made = await plan({ source, questions: ['deposit', 'fund'] });
  expect(planAnswer(made.result, toldAnswers(made))).toMatch(
    /least deposit of .* With 300 more \(.*\) it holds as well: success is 100 %\./,
  );
});
