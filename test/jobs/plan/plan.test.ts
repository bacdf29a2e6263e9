import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { answeredPoints, answerScenarios } from '../../../src/jobs/plan/advice.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { metricsOf } from '../../../src/report/figures/metrics.ts';
import { plan, type PlanOptions } from '../../../src/jobs/plan/plan.ts';
import { PLAN_QUESTIONS } from '../../../src/jobs/plan/questions.ts';
import { replicationSeed } from '../../../src/jobs/plan/laboratory.ts';
import { replicator } from '../../../src/jobs/replicate.ts';
import type { ReplicationJob } from '../../../src/model/plan/experiment.ts';
import type { Replication } from '../../../src/model/plan/replication.ts';
import type { ReplicationRunner } from '../../../src/ports/replication-runner.ts';
import { planJson, planPage, planText } from '../../../src/report/plan/plan-document.ts';
import { resultsTable, tableCsv } from '../../../src/report/plan/plan-tables.ts';
import { sourceOf, scenarioFrom } from '../scenario-text.ts';
import { expectAsPublished } from '../../fixtures/published-schema.ts';
import { planFrom } from './answers.ts';

const STAR = `
question: What does a star need?
seed: 5
network:
  topology: {star: {spokes: 4}} # a comment that stays
  capacity: 400
  fees: {proportionalPpm: 10_000}
traffic:
  - arrivals: {poisson: {perSecond: 5}}
    count: 20
    amounts: {uniform: {min: 1, max: 60}}
plan:
  replications: 2
  vary:
    network.capacity: [200, 800]
  fund: {budget: 200, step: 100}
  open: {deposits: [50, 50]}
  charge: {node: hub, schedules: [{flat: 1}, {flat: 5}]}
  remove: {nodes: 2, channels: 2, groups: {two: [spoke1, spoke2]}}
`;

async function bytes(options: Omit<PlanOptions, 'source'> = {}): Promise<string> {
  const made = await planFrom(STAR, PLAN_QUESTIONS, options);
  const { scenario, result, points } = made;
  expectAsPublished('plan', planJson(scenario, result));
  return (
    planJson(scenario, result) +
    tableCsv(resultsTable(points, (index) => replicationSeed(scenario.seed, index)))
  );
}

const expected = bytes();

/** Ends jobs in another order than they were asked for. */
function shufflingRunner(): ReplicationRunner {
  let last = Promise.resolve();
  return {
    width: 3,
    close: async () => {},
    async run(job) {
      const before = last;
      const made = replicator()(job);
      last = made.then(() => undefined);
      if (job.seed.endsWith('1')) await Promise.all([before, made]);
      return await made;
    },
  };
}

describe('a plan', { timeout: 150_000 }, () => {
  it('charges for capital until the last step has ended', async () => {
    const { result } = await planFrom(`{question: Does a node gain?, seed: 3,
network: {topology: {line: {nodes: 2}}, capacity: 1_000}, steps: [{at: 365d, close: {from: n1, to: n2}}],
traffic: [{arrivals: {poisson: {perSecond: 5}}, count: 2, amounts: {uniform: {min: 1, max: 2}}}],
plan: {mine: n1, goal: "profit{node=n1} >= 50", replications: 2, costs: {capitalPerYear: 10%}, close: {}}}`);
    expect(result.points[0]?.metrics['profit{node=n1}']?.mean).toBeCloseTo(-50, 1);
  });

  it('has the same bytes however many simulations run at once, and in whichever order they end', async () => {
    expect(await bytes({ runner: shufflingRunner() })).toBe(await expected);
  });

  it('simulates nothing again that an interrupted one has simulated, and has its bytes', async () => {
    const known = new Map<string, Replication>();
    const stop = new AbortController();
    const first = await planFrom(STAR, PLAN_QUESTIONS, {
      signal: stop.signal,
      onReplication(key, replication) {
        known.set(key, replication);
        if (known.size === 20) stop.abort();
      },
    });
    expect(first.result.ended).toBe('interrupted');
    const again: string[] = [];
    const resumed = await bytes({ known, onReplication: (key) => again.push(key) });
    expect(resumed).toBe(await expected);
    expect(again.filter((key) => known.has(key))).toEqual([]);
  });

  it('asks every point the same payments', async () => {
    const { points } = await plan({ source: sourceOf(STAR) });
    const [small, large] = points;
    expect(points.map(({ settings }) => settings)).toEqual([
      { 'network.capacity': '200' },
      { 'network.capacity': '800' },
    ]);
    const attempted = (rows: readonly Replication[] = []) =>
      rows.map(({ metrics }) => [metrics['payments'], metrics['traffic_s']]);
    expect(attempted(small?.rows)).toEqual(attempted(large?.rows));
    expect(large?.metrics['success_rate']?.mean).toBeGreaterThan(
      small?.metrics['success_rate']?.mean as number,
    );
  });

  it('goes on until the interval is narrow enough, or the most replications are made', async () => {
    const precise = await plan({ source: sourceOf(STAR), spec: { precision: 0.05, mostReplications: 200 } });
    for (const { metrics, replications } of precise.points) {
      const [low, high] = metrics['success_rate']?.interval ?? [0, 1];
      expect((high - low) / 2).toBeLessThanOrEqual(0.05);
      expect(replications).toBeGreaterThanOrEqual(2);
    }
    const hopeless = await plan({ source: sourceOf(STAR), spec: { precision: 1e-9, mostReplications: 7 } });
    expect(hopeless.points.map(({ replications }) => replications)).toEqual([7, 7]);
  });

  it('leaves out what began before the warm-up', async () => {
    const [point] = (await plan({ source: sourceOf(STAR), spec: { warmUpMs: 2000 } })).points;
    expect(point?.metrics['payments']?.mean).toBeLessThan(20);
  });

  it('answers with what it has when its time is up', async () => {
    const { result } = await planFrom(STAR, PLAN_QUESTIONS, { timeLeft: () => 0 });
    expect(result.ended).toBe('time');
    expect(result.points).toHaveLength(2);
    expect(result.deposit).toBeUndefined();
  });

  it('names the varied field where the scenario refuses its value, or has no place for it', async () => {
    const refused = plan({ source: sourceOf(STAR.replace('[200, 800]', '[200, nothing]')) });
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow('with network.capacity = nothing the scenario is wrong');
    const misplaced = plan({ source: sourceOf(STAR.replace('network.capacity:', 'question.capacity:')) });
    await expect(misplaced).rejects.toThrow('leads through question, which is a single value');
  });
});

describe('a plan that varies a field', () => {
  const varied = STAR.replace('[200, 800]', '[200, 4_000]').replace('step: 100', 'step: 50');
  const goal = { metric: 'success_rate', relation: '>=', value: 0.6, text: 'success_rate >= 60%' } as const;
  const asked = planFrom(varied, ['deposit', 'fund', 'changes'], { spec: { goal } });

  it('answers each question for each point', async () => {
    const { result } = await asked;
    const [poor, rich] = result.answers ?? [];
    expect(Object.keys(result)).not.toContain('fund');
    expect(poor?.fund?.before.mean).toBeLessThan(rich?.fund?.before.mean as number);
    const [rather, hardly] = [rich, poor].map((each) => each?.changes?.tried[0]?.goal.mean as number);
    expect(rather).toBeGreaterThan(hardly as number);
    // Every end gets the deposit that is tried, whatever it had.
    expect(poor?.deposit?.[0]?.deposit).toBe(rich?.deposit?.[0]?.deposit);
  });

  it('answers a point as a plan of its own, with that value in the scenario', async () => {
    const { result } = await asked;
    const wide = varied.replace('capacity: 400', 'capacity: 4_000');
    const own = await planFrom(wide, ['deposit', 'fund', 'changes'], { spec: { goal, vary: [] } });
    const { deposit, fund, changes } = own.result;
    expect(result.answers?.[1]).toEqual({ deposit, fund, changes });
  });

  it('tells each under its point, beside the figures of all', async () => {
    const made = await asked;
    const facts = {
      ...made,
      answered: answeredPoints(made),
      command: '',
      versions: { millrace: '', node: '' },
    };
    const text = planText(facts, { color: false, width: 200 });
    expect(text).toContain('The answers at each point');
    for (const capacity of ['200', '4_000'])
      expect(text).toContain(`Where 200 TOK more should go, with capacity ${capacity}`);
    expect(answerScenarios(made).map(({ name }) => name)).toContain('deposit-2');
    const page = planPage(facts);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('is refused where a point lacks a node that a question names', async () => {
    const text = STAR.replace('network.capacity: [200, 800]', 'network.topology.star.spokes: [1, 4]');
    const refused = planFrom(text.replace('[spoke1, spoke2]', '[spoke4]'), ['changes']);
    await expect(refused).rejects.toThrow('Nodes with topology star spokes 1: hub, spoke1');
  });
});

it('names every node of the section that is not there, and a channel that is', async () => {
  const wrong = STAR.replace('[spoke1, spoke2]', '[spoke1, spoke9]').replace('node: hub', 'node: hob');
  await expect(planFrom(wrong)).rejects.toThrow(
    /plan\.charge\.node: found "hob".*plan\.remove\.groups\.two\[1\]/s,
  );
  const standing = STAR.replace('open: {', 'open: {candidates: [[hub, spoke1]], ');
  await expect(planFrom(standing)).rejects.toThrow('found hub and spoke1, which have a channel');
});

it('simulates jobs that begin with the same network as if each had its own', async () => {
  const scenario = scenarioFrom(STAR);
  const jobs = [[], [{ kind: 'spread', amount: 100n }], [{ kind: 'remove-node', node: 'hub' }], []].map(
    (changes, at) =>
      ({ scenario, changes, networkSeed: '5', seed: `5.${at}`, warmUpMs: 0 }) as ReplicationJob,
  );
  const run = replicator();
  for (const job of [...jobs, ...jobs.map((each) => ({ ...each, networkSeed: '6' }))])
    expect(await run(job)).toEqual(await replicator()(job));
});

describe('the scenario file of an answer', () => {
  it('has the deposits that were found, and the figures of the first replication', async () => {
    const made = await planFrom(
      STAR.replace('vary:', '# vary:')
        .replace('    network.capacity', '    # network.capacity')
        .replace('capacity: 400', 'capacity: 100')
        .replace('budget: 200', 'budget: 400'),
      ['deposit', 'fund', 'changes'],
    );
    const files = answerScenarios(made);
    expect(files.map(({ name }) => name)).toEqual(['deposit', 'fund', 'changes']);
    const text = files.find(({ name }) => name === 'deposit')?.text ?? '';
    const again = await simulate({ scenario: scenarioFrom(text) });
    const found = made.result.deposit?.[0];
    expect(again.start.mapEdges((_key, { totalDeposit }) => totalDeposit)).toEqual(
      Array.from({ length: 4 }, () => [found?.deposit, found?.deposit]),
    );
    const probe = found?.curve.find(({ deposit }) => deposit === found.deposit);
    const asked = { scenario: made.scenario, changes: found?.changes ?? [], networkSeed: '5', warmUpMs: 0 };
    const first = await replicator()({ ...asked, seed: replicationSeed('5', 0) });
    expect(metricsOf(again)['success_rate']).toBe(first.metrics['success_rate']);
    expect(probe?.goal.count).toBe(2);
  });
});
