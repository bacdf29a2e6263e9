import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { answerScenarios } from '../../../../src/jobs/plan/advice.ts';
import type { TriedChange } from '../../../../src/model/plan/answers.ts';
import { simulate } from '../../../../src/jobs/simulate.ts';
import { metricsOf } from '../../../../src/report/figures/metrics.ts';
import { scenarioFrom, sourceOf } from '../../scenario-text.ts';
import { topology } from '../../../world/world.ts';
import { answers, changesByKind, planFrom } from '../answers.ts';
import { cheapest, ledger } from './top-up-model.ts';

/*
 * Ann pays the shop 10 through bob every twelve hours for thirty days, 60 payments. Money costs 73 % a year, which is
 * 0.2 % a day, and a deposit 1.2. Put in at once are 600, which cost 36. Bob looks every 18 hours, never when a payment is made.
 */
const SALES = Array.from({ length: 60 }, (_, at) => ({ atH: 1 + 12 * at, amount: 10 }));
const text = (policies: string, goal = 'success_rate >= 100%') => `
question: At once, or again and again?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: ${topology('ann 100_000 - 0 bob 60 - 0 shop')}}
traffic:
  - arrivals: {constant: {perSecond: ${1 / 43_200}}}
    start: 1h
    duration: 30d
    amounts: {fixed: 10}
    pairs: {list: [[ann, shop]]}
plan:
  goal: ${goal}
  mine: bob
  replications: 2
  costs: {capitalPerYear: 73%, onChain: 1.2}
  replenish: {policies: [${policies}]}
`;
const topUp = (below: number, every: string) =>
  `{topUp: {node: bob, partners: [shop], below: ${below}%, every: ${every}}}`;
const PRICES = { perHour: 0.73 / 365 / 24, onChain: 1.2, hours: 721 };

const depositOf = (tried: TriedChange | undefined): bigint => {
  const [change] = tried?.changes ?? [];
  return change?.kind === 'deposit' ? change.amount : 0n;
};

describe('filling ends against deposits, beside a model of a few lines', () => {
  it('finds the cheaper rule, with its deposit and its cost', async () => {
    const { replenish } = await answers(text(`${topUp(50, '18h')}, ${topUp(20, '18h')}`), ['replenish']);
    const limits = replenish.map(({ replenish: rule }) => rule?.limit);
    const costs = limits.map((below, at) => {
      const rule = below === undefined ? undefined : { below, everyH: 18 };
      const asked = { ...PRICES, rule, share: 1 };
      const cost = replenish[at]?.money?.amount;
      const deposit = depositOf(replenish[at]);
      // To the last digit what the model has for that deposit, and not far from the best of all deposits.
      const { cost: here, succeeded } = ledger(SALES, Number(deposit), asked);
      expect([cost?.mean, succeeded]).toEqual([expect.closeTo(here, 6), 60]);
      const best = cheapest(SALES, asked);
      expect(here).toBeLessThan(1.05 * best.cost);
      return best.cost;
    });
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    expect([limits.at(-1), depositOf(replenish.at(-1))]).toEqual([undefined, 600n]);
  });

  it('says of how many rules no deposit reaches the goal', async () => {
    const hopeless = text(topUp(50, '18h')).replace('amounts: {fixed: 10}', 'amounts: {fixed: 100_001}');
    const { changes } = await answers(hopeless, ['replenish']);
    expect(changes).toMatchObject({ tried: [], lacking: [{ kind: 'replenish', count: 2 }] });
  });

  it('puts everything in at once, to the unit, where transactions are dear', async () => {
    const dear = text(topUp(50, '18h')).replace('1.2', '10_000').replace('fixed: 10', 'fixed: 1_000');
    const { replenish } = await answers(dear, ['replenish']);
    expect(depositOf(replenish[0])).toBe(60_000n);
    expect(replenish[0]).not.toHaveProperty('replenish');
  });

  it('gives the cheapest as a scenario file that does the same', async () => {
    const made = await planFrom(text(topUp(50, '18h')), ['changes']);
    const [file] = answerScenarios(made);
    expect(file?.name).toBe('changes');
    const run = await simulate({ scenario: scenarioFrom(file?.text ?? '') });
    const [best] = changesByKind(made.result).replenish;
    expect(run.start.getEdgeAttribute('TOK:2', 'totalDeposit')).toEqual([depositOf(best), 0n]);
    expect(metricsOf(run)['replenish_transactions']).toBeGreaterThan(0);
    expect(best?.replenish?.kind).toBe('top-up');
  });

  it('refuses rules for different ends, and costs without prices', async () => {
    const other = '{topUp: {node: bob, below: 50%, every: 18h}}';
    await expect(answers(text(`${topUp(50, '18h')}, ${other}`), ['replenish'])).rejects.toThrow(
      /found a rule for all ends of bob, expected one for bob’s ends with shop/,
    );
    const free = text(topUp(50, '18h')).replace(/ {2}costs:.*\n/, '');
    const onReplication = () => {
      throw new Error('It simulates before it refuses.');
    };
    await expect(plan({ source: sourceOf(free), questions: ['changes'], onReplication })).rejects.toThrow(
      /plan\.replenish needs plan\.costs in the scenario.*capitalPerYear/s,
    );
    await expect(
      answers(free.replace(/ {2}replenish:.*\n/, '  figures: ["cost{node=bob}"]\n')),
    ).rejects.toThrow(/found cost\{node=bob\}, expected prices/);
  });
});
