import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../../src/model/run/run.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { checkLoad } from '../../../src/verdict/load-checks.ts';
import { Story } from '../../../src/verdict/story.ts';
import { inWords } from '../../fixtures/lied-to-replay.ts';
import { truthfulScenarios } from '../../fixtures/truthful-scenarios.ts';
import { virtualLoad } from '../../fixtures/virtual/virtual-load.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { topology } from '../../world/world.ts';

const CHARGING = '{proportionalPpm: 4_000}';
// Past the middle of a fee curve a service avoids a channel, and where that is close nothing tells whether it did.
const CURVED = '{proportionalPpm: 4_000, imbalancePpm: 3_000}';

/** Two hundred payments through a network of several ways. */
function charging(
  seed: number,
  { fees = CHARGING, capacity = 200_000, perSecond = 100, hopLatency = '5ms' } = {},
) {
  return scenarioFrom(`
question: What did each hop carry?
seed: ${seed}
network: {topology: {scale-free: {nodes: 10, channelsPerNode: 2}}, capacity: ${capacity}, fees: ${fees}}
protocol: {hopLatency: ${hopLatency}}
traffic:
  - {arrivals: {poisson: {perSecond: ${perSecond}}}, count: 200, amounts: {uniform: {min: 100, max: 2_000}}}
`);
}

/** Payments that went another way than any that is told of them, or carried another amount. */
function strayed(run: Run): readonly string[] {
  const { paid } = new Story(run);
  return run.records.flatMap(({ operation, outcome, trace }) => {
    const ways = paid.waysOfRecord(operation.id);
    if (ways === undefined || outcome.kind !== 'succeeded' || trace === undefined) return [];
    const isTold = ways.some(
      ({ way, carried }) =>
        way.length === trace.hops.length &&
        way.every(({ life, side }, at) => {
          const [hop, amounts] = [trace.hops[at], carried[at]];
          if (hop === undefined || amounts === undefined) return false;
          const isHop = life.between[side] === hop.payer && life.between[1 - side] === hop.payee;
          return isHop && hop.amount >= amounts.least && hop.amount <= amounts.most;
        }),
    );
    const took = trace.hops.map(({ payee, amount }) => `${amount} to ${payee}`).join(', ');
    const told = ways.map(({ carried }) => carried.map(({ least, most }) => `${least}-${most}`).join(', '));
    return isTold ? [] : [`${operation.id}: ${took} | ${told.join(' or ')}`];
  });
}

const told = ({ records, ...run }: Run) => {
  const { paid } = new Story({ records, ...run });
  return records.filter(({ operation }) => paid.waysOfRecord(operation.id) !== undefined).length;
};

describe('the ways of payments that succeeded', () => {
  it.each([20, 100, 400])('are known to the hop and to a few units at %i a second', async (perSecond) => {
    const run = await virtualLoad(charging(perSecond, { perSecond }), {});
    expect(strayed(run)).toEqual([]);
    expect(told(run)).toBe(200);
    const { paid } = new Story(run);
    const widest = run.records.map(({ operation }) => {
      const [first] = paid.waysOfRecord(operation.id) ?? [];
      const { least = 0n, most = 0n } = first?.carried[0] ?? {};
      return Number(most - least);
    });
    expect(Math.max(...widest)).toBeLessThan(40);
  });

  it.each([20, 100, 400])(
    'are the ones told of some where nodes have fee curves, at %i a second',
    async (perSecond) => {
      const run = await virtualLoad(charging(perSecond, { perSecond, fees: CURVED }), {});
      expect(strayed(run)).toEqual([]);
      expect(told(run)).toBeGreaterThan(20);
    },
  );

  const TWO_WAYS = `
question: Which way does a service name that knows less than the run?
seed: 1
network:
  topology: ${topology('s 100_000 - 100_000 m1 150_000 - 50_000 t, s 100_000 - 100_000 m2 100_000 - 100_000 m3, LAST 50_000 - 150_000 t')}
  settleTimeout: 200
  revealTimeout: 50
  fees: {proportionalPpm: 4_000}
`;

  it.each([
    {
      what: 'payees whose fees a start changes',
      steps: '[{stop: t}, {start: {node: t, fees: {imbalancePpm: 3000}}}, {wait: 60s}, PAID]',
    },
    {
      what: 'services that know capacities alone',
      protocol: '{blockTime: 1s, view: capacity}',
      last: 'm2',
      steps: '[{wait: 60s}, PAID]\nnodes: {t: {fees: {imbalancePpm: 3000}}}',
    },
    {
      what: 'a payer whose limit is a unit below the fee',
      steps:
        '[{pay: {from: s, to: t, amount: 52}}, {pay: {from: s, to: t, amount: 52}}]\nnodes: {m1: {fees: {flat: 5, proportionalPpm: 4_000}}}',
    },
  ])('accuse nobody of $what', async ({ protocol = '{blockTime: 1s}', last = 'm3', steps }) => {
    const paid = '{pay: {from: s, to: t, amount: 1000}}, {pay: {from: s, to: t, amount: 1100}}';
    const text = `${TWO_WAYS.replace('LAST', last)}protocol: ${protocol}\nsteps: ${steps.replace('PAID', paid)}\n`;
    const run = await virtualLoad(scenarioFrom(text), {});
    expect(strayed(run)).toEqual([]);
    expect(checkLoad(run).flatMap(({ findings }) => findings.map(inWords))).toEqual([]);
  });

  it('are known of two hundred that are on their way at once', async () => {
    const run = await virtualLoad(charging(4, { perSecond: 400, hopLatency: '100ms' }), {});
    expect(strayed(run)).toEqual([]);
    expect(told(run)).toBe(200);
  });

  it('are known where fewer than the places of an end are locked there, however many arrive', async () => {
    const run = await virtualLoad(
      scenarioFrom(`
question: How many locks take a place?
seed: 6
network: {topology: {ring: {nodes: 3}}, capacity: 4_000_000, fees: {flat: 5}}
protocol: {hopLatency: 100ms}
traffic:
  - {arrivals: {poisson: {perSecond: 2000}}, count: 600, amounts: {uniform: {min: 100, max: 2_000}}}
`),
      {},
    );
    expect(strayed(run)).toEqual([]);
    expect(told(run)).toBe(600);
  });

  // The second one takes up most of what the mediator has, and comes to nothing: its payee's timeout is too long for it.
  const BESIDE_A_LOCK = `
question: What does a mediator charge beside its own lock?
seed: 1
network:
  topology: ${topology('alice 50_000 - 150_000 bob 100_000 - 100_000 carol, alice 100_000 - 100_000 dora')}
  fees: {imbalancePpm: 25_000}
  settleTimeout: 200
  revealTimeout: 50
nodes: {dora: {revealTimeout: 80}}
protocol: {blockTime: 1s, hopLatency: 4s}
steps:
`;

  it('are charged for by what is locked as well, where that was given back', async () => {
    const scenario = scenarioFrom(`${BESIDE_A_LOCK}
  - pay: {from: alice, to: carol, amount: 10_000}
  - pay: {from: bob, to: dora, amount: 80_000, lockTimeout: 70}
    beside: true
    at: 1s
`);
    const run = await simulate({ scenario, pace: 'scenario' });
    expect(run.records.map(({ outcome }) => outcome.kind)).toEqual(['succeeded', 'failed']);
    const [way] = new Story(run).paid.waysOfRecord(0) ?? [];
    const [earned] = way?.earned ?? [];
    // By what is free it would take nothing.
    expect(earned?.[1].least).toBeGreaterThan(200n);
    expect(strayed(run)).toEqual([]);
  });

  it('include every route taken while locks of any kind were pending', async () => {
    const payment = fc.record({
      ends: fc.constantFrom('alice carol', 'carol alice', 'bob dora', 'dora bob', 'carol dora', 'dora carol'),
      amount: fc.integer({ min: 1, max: 60_000 }),
      atMs: fc.nat(30_000),
      isShort: fc.boolean(),
    });
    const property = fc.asyncProperty(fc.array(payment, { minLength: 2, maxLength: 8 }), async (payments) => {
      const steps = payments
        .toSorted((one, other) => one.atMs - other.atMs)
        .map(({ ends, amount, atMs, isShort }, at) => {
          const [from, to] = ends.split(' ');
          const lock = isShort ? ', lockTimeout: 70' : '';
          const beside = at === 0 ? '' : `\n    beside: true\n    at: ${atMs}ms`;
          return `  - pay: {from: ${from}, to: ${to}, amount: ${amount}${lock}}${beside}`;
        });
      const scenario = scenarioFrom(`${BESIDE_A_LOCK}${steps.join('\n')}\n`);
      expect(strayed(await simulate({ scenario, pace: 'scenario' }))).toEqual([]);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it('are not told where channels run dry', async () => {
    const run = await virtualLoad(charging(1, { capacity: 4_000 }), {});
    expect(strayed(run)).toEqual([]);
    expect(told(run)).toBeLessThan(100);
  });

  it('hold those that were taken, in networks of all kinds', async () => {
    const property = fc.asyncProperty(truthfulScenarios('load'), async ({ text }) => {
      const run = await virtualLoad(scenarioFrom(text), {});
      expect(strayed(run)).toEqual([]);
      const accused = checkLoad(run).flatMap(({ check, findings }) =>
        ['sums', 'history'].includes(check.name) ? findings.map(inWords) : [],
      );
      expect(accused).toEqual([]);
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
