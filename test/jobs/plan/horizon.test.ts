import { describe, expect, it } from 'vitest';
import { plan, type PlanOptions } from '../../../src/jobs/plan/plan.ts';
import { answerScenarios } from '../../../src/jobs/plan/advice.ts';
import { topology } from '../../world/world.ts';
import { sourceOf } from '../scenario-text.ts';
import { sentenceOf, textOfPlan } from './answers.ts';

/*
 * Ann pays the shop 10 through bob every 10 minutes, six times an hour. Bob's end towards the shop needs 60 an hour, and
 * nothing comes back.
 */
const text = (asked: readonly string[], channels = 'ann 100_000 - 0 bob 60 - 0 shop') => `
question: How long does the money last?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: ${topology(channels)}}
traffic:
  - name: sales
    arrivals: {constant: {perSecond: ${1 / 600}}}
    count: 6
    amounts: {fixed: 10}
    pairs: {list: [[ann, shop]]}
plan:
  ${['replications: 2', 'mine: bob', ...asked].join('\n  ')}
`;

const made = async (source: string, options: Partial<PlanOptions> = {}) =>
  await plan({ source: sourceOf(source), ...options });

describe('a plan for a time', () => {
  it('makes payments for so long, whatever their count', async () => {
    const planned = await made(text(['horizon: 5h']));
    const { result } = planned;
    expect(result.points[0]?.metrics['payments']?.mean).toBe(30);
    expect(sentenceOf(planned)).toMatch(/For 5 hours of such traffic, about 30 payments\./);
  });

  it('says what must be put in again, and that nothing must where payments go both ways', async () => {
    // Bob's end towards the shop pays 60 an hour, whatever it holds: 10,080 a week.
    const planned = await made(text(['horizon: 10h']));
    const { result } = planned;
    expect(result.drain).toMatchObject({ ends: 1, perWeek: { mean: 10_080, interval: [10_080, 10_080] } });
    expect(sentenceOf(planned)).toMatch(/It drains: 1 end loses 10,080 TOK a week more than it gets back/);
    const both = text(['horizon: 10h'], 'ann 100_000 - 100_000 bob 60 - 0 shop');
    const even = await made(both.replace('[[ann, shop]]', '[[ann, bob], [bob, ann]]'));
    expect(even.result.drain?.ends).toBe(0);
    expect(sentenceOf(even)).toMatch(/No end drains significantly\./);
  });

  it('simulates for one question alone no more than it needs', async () => {
    const asked = text(['horizon: 10h', 'network: drawn']);
    expect((await made(asked)).result).toHaveProperty('drain');
    const alone = await made(asked, { questions: ['rebalance'] });
    expect(alone.result).not.toHaveProperty('drain');
    expect(textOfPlan(alone)).toMatch(/loss a week .*\n.* bob → shop +60 TOK +10,080 TOK /);
  });

  it('says without a horizon for which payments it holds', async () => {
    expect(sentenceOf(await made(text([])))).toMatch(/For 6 payments within 50 min\.$/);
  });

  it('needs a deposit that grows with the time, at every horizon that is varied', async () => {
    const asked = ['vary: {plan.horizon: [1h, 5h]}', 'deposit: {node: bob, each: true}'];
    const source = text(['goal: success_rate >= 100%', ...asked]);
    const { result } = await made(source, { questions: ['deposit'] });
    const towardsShop = result.answers?.map(({ deposit }) => deposit?.[2]?.deposit);
    expect(towardsShop).toEqual([60n, 300n]);
  });

  it('names no time for all points where each has its own, and tells each answer once', async () => {
    const asked = [
      'vary: {plan.horizon: [1h, 5h]}',
      'deposit: {node: bob}',
      'fund: {budget: 300, points: 3}',
    ];
    const source = text(['goal: success_rate >= 100%', 'horizon: 1h', ...asked]);
    const planned = await made(source, { questions: ['deposit', 'fund'] });
    expect(sentenceOf(planned)).toBe('Success of at least 100 % is reached at 1 of 2 points.');
    const page = textOfPlan(planned);
    // Of the 300 that five hours take, 60 are there; towards ann nothing is needed.
    expect(page).toContain('Total of 1 end: 60 now, 300 then, +240.\n');
    expect(page).toContain('Least deposit, with horizon 5h');
    expect(page.match(/No division of 300 TOK changes success/g)).toHaveLength(1);
  });

  it('gives the scenario of an answer the same length', async () => {
    const asked = text(['goal: success_rate >= 100%', 'horizon: 5h']);
    const planned = await made(asked, { questions: ['deposit'] });
    expect(sentenceOf(planned)).toMatch(
      /^Add 240 TOK at 1 end for success of at least 100 %: then 100 %\. Now it is 20 %\. Deposit at least 300 TOK at /,
    );
    const [answer] = answerScenarios(planned);
    expect(answer?.text).toContain('duration: 18000000ms');
    expect(answer?.text).not.toContain('count:');
    const again = await made(answer?.text ?? '');
    expect(again.result.points[0]?.metrics['payments']?.mean).toBe(30);
  });

  it('refuses a horizon that nothing fills', async () => {
    const steps = text(['horizon: 5h']).replace(
      /traffic:[^]*?plan:/,
      'steps: [{pay: {from: ann, to: shop, amount: 10}}]\nplan:',
    );
    await expect(made(steps)).rejects.toThrow(/steps only, expected traffic/);
  });

  it('draws recorded blocks for as long as the horizon', async () => {
    const rows = Array.from({ length: 18 }, (_, at) => `${at * 600},ann,shop,10`);
    const csv = ['at,from,to,amount', ...rows].join('\n');
    const recorded = text(['horizon: 8h']).replace(
      /traffic:[^]*?plan:/,
      'recorded: [{file: sales.csv, resample: 1h}]\nplan:',
    );
    const { result } = await plan({ source: { ...sourceOf(recorded), readFile: () => csv } });
    expect(result.points[0]?.metrics['payments']?.mean).toBe(48);
    const once = recorded.replace(', resample: 1h', '');
    await expect(plan({ source: { ...sourceOf(once), readFile: () => csv } })).rejects.toThrow(
      /recorded\[0\]\.resample.*the record lasts 10200 s/s,
    );
  });
});

describe('a goal for a share of periods', () => {
  const goal = (asked: string) =>
    text([`goal: ${asked}`, 'horizon: 2h', 'figures: [hours with success_rate >= 100%]']);

  it.each([
    ['success_rate >= 100% in 1 of 2 hours', 'met'],
    ['success_rate >= 100% in 2 of 2 hours', 'missed'],
    ['success_rate{payer=ann} >= 50% in 2 of 2 hours', 'missed'],
    ['success_rate >= 50% in 1 of 1 runs', 'met'],
  ])('%s: %s, where the second hour finds nothing left', async (asked, standing) => {
    const { result } = await made(goal(asked));
    expect(result.points[0]?.goal).toBe(standing);
    expect(result.points[0]?.metrics['hours with success_rate >= 100%']?.mean).toBe(0.5);
  });

  it('finds the deposit with which that share of them holds', async () => {
    const asked = ['goal: success_rate >= 100% in 3 of 4 hours', 'horizon: 4h'];
    const { result } = await made(text([...asked, 'deposit: {node: bob, each: true}']), {
      questions: ['deposit'],
    });
    expect(result.deposit?.[2]?.deposit).toBe(180n);
  });

  it('is told with an interval that so few periods allow', async () => {
    const drawn = text(['goal: success_rate >= 90% in 19 of 20 hours', 'horizon: 1h'])
      .replace('replications: 2', 'replications: 20')
      .replace('fixed: 10', 'uniform: {min: 1, max: 10}')
      .replace(`{constant: {perSecond: ${1 / 600}}}`, '{poisson: {perSecond: 0.0017}}');
    const { result } = await made(drawn);
    // Twenty hours without a bad one do not show that one of twenty may be.
    expect(result.points[0]?.goal).toBe('undecided');
    expect(result.points[0]?.metrics[result.goal.metric]?.interval[0]).toBeLessThan(0.95);
  });

  it.each([
    ['success_rate >= 95% in 19 of 20 weeks', /a goal of weeks, expected a horizon of at least one/],
    ['success_rate >= 95% in 21 of 20 hours', /in 19 of 20 weeks; periods are runs, hours/],
    ['success_rate >= 95% in 1 of 2 years', /periods are runs, hours, days, weeks, months/],
    ['success_rate >= 95 in 1 of 2 hours', /write 95% or 0.95/],
    ['failures.no-route <= 3 in 1 of 2 hours', /is 0 where no payment succeeds/],
    ['imbalance_mean <= 0.5 in 1 of 2 hours', /of a whole run/],
    ['success_rate{payer=nobody} >= 95% in 1 of 2 hours', /found "nobody", expected a node/],
  ])('refuses %s', async (asked, message) => {
    await expect(made(goal(asked))).rejects.toThrow(message);
  });
});
