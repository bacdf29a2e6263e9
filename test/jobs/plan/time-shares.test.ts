import { describe, expect, it } from 'vitest';
import { ownProcessRunner } from '../../../src/jobs/replicate.ts';
import { type MadePlan, plan } from '../../../src/jobs/plan/plan.ts';
import { PLAN_QUESTIONS } from '../../../src/jobs/plan/questions.ts';
import type { ReplicationRunner } from '../../../src/ports/replication-runner.ts';
import { sentenceOf, textOfPlan } from './answers.ts';

const SOURCE = {
  file: 'star.yaml',
  text: `
question: What does a star need?
seed: 5
network: {topology: {star: {spokes: 4}}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 5}}, count: 6, amounts: {uniform: {min: 1, max: 60}}}]
plan:
  replications: 10
  fund: {budget: 200, step: 100}
  mine: hub
  open: {deposits: [50, 0]}
  close: {channels: 2}
  charge: {node: hub, schedules: [{flat: 0}, {flat: 1}]}
  remove: {nodes: 1, channels: 1}
  costs: {capitalPerYear: 5%, onChain: 20}
  replenish: {policies: [{topUp: {node: hub, below: 20%, every: 1s}}]}
`,
};

// Spokes pay each other through a hub: more money is always better.
const PAID = `
question: How much does it take?
seed: 5
network: {topology: {star: {spokes: 4}}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 5}}, count: 40, amounts: {uniform: {min: 1, max: 60}}}]
plan: {goal: success_rate >= 90%, replications: 10}
`;

/** A plan whose time is so many simulations. */
async function within(simulations: number, questions = PLAN_QUESTIONS, source = SOURCE): Promise<MadePlan> {
  let left = simulations;
  return await plan({ source, questions, timeLeft: () => left, onReplication: () => void (left -= 1) });
}

/** A plan of two points whose simulations take forever after the first ones; then its time is up. */
async function stuckAfter(simulations: number): Promise<MadePlan> {
  const deadline = new AbortController();
  const own = ownProcessRunner();
  let ended = 0;
  const runner: ReplicationRunner = {
    ...own,
    run: (job, key) => {
      ended += 1;
      if (ended <= simulations) return own.run(job, key);
      deadline.abort();
      return new Promise(() => {});
    },
  };
  const spec = { vary: [{ path: 'network.capacity', values: [100, 200] }] };
  const timeLeft = (): number => (deadline.signal.aborted ? 0 : 1);
  return await plan({
    source: SOURCE,
    spec,
    questions: ['deposit'],
    runner,
    timeLeft,
    deadline: deadline.signal,
  });
}

const whole = plan({ source: SOURCE, questions: PLAN_QUESTIONS });

describe('a plan with a limit of time', () => {
  it('answers the question that was put first', async () => {
    const { result } = await within(40, ['rebalance', 'deposit', 'fund']);
    expect(result.rebalance).toBeDefined();
    expect(result.shortened).not.toHaveProperty('rebalance', 0);
    const other = await within(40, ['deposit', 'rebalance']);
    expect(other.result.shortened).toHaveProperty('rebalance', 0);
  });

  it('brackets the least deposit where the time is up before it is found', async () => {
    const made = await within(60, ['deposit'], { file: 'star.yaml', text: PAID });
    expect(made.result.deposit).toMatchObject([{ isCut: true, changes: [] }]);
    expect(sentenceOf(made)).toMatch(
      /The time was up before the least deposit .* was found\. Tested: [\d,]+ TOK misses the goal \(.* %.*\), [\d,]+ TOK meets it \(.* %.*\); no deposit in between was tested\./,
    );
    expect(textOfPlan(made)).toMatch(/each end of every channel +not found in time/);
  });

  it('answers every question, those that come late from fewer replications, and says so', async () => {
    const { result } = await whole;
    const made = await within(Math.round(result.simulations / 2));
    const short = made.result;
    expect(short.ended).toBe('time');
    expect(PLAN_QUESTIONS.filter((question) => short[question] === undefined)).toEqual([]);
    expect(Object.values(short.shortened ?? {}).every((count) => count >= 5 && count <= 10)).toBe(true);
    expect(sentenceOf(made)).toMatch(
      /The time was up: .* based on only \d+ replications, so intervals are wide/,
    );
    const [first] = short.changes?.tried ?? [];
    expect(first?.goal.count).toBe(short.shortened?.['changes'] ?? 10);
  });

  it('that is long enough has the answers of one without', async () => {
    const { result } = await whole;
    const { simulations: _, ...answers } = result;
    const { simulations, ...found } = (await within(10 * result.simulations)).result;
    expect(found).toEqual(answers);
    expect(simulations).toBeGreaterThanOrEqual(result.simulations);
  });

  it('that is far too short tells what there was time for, and says what is not answered', async () => {
    const made = await within(3);
    const short = made.result;
    expect(short.points.map(({ replications }) => replications)).toEqual([3]);
    expect([short.ended, short.deposit]).toEqual(['time', undefined]);
    expect(short.shortened).toMatchObject({ points: 3, deposit: 0, changes: 0 });
    expect(sentenceOf(made)).toMatch(
      /the points are based on only 3 replications, so intervals are wide; the least deposit, .* and .* are not answered/,
    );
  });

  it('waits for no simulation that is under way when the time is up', async () => {
    const first = await stuckAfter(2);
    expect(first.result.points.map(({ replications }) => replications)).toEqual([1, 1]);
    const none = await stuckAfter(1);
    expect(none.result.points.map(({ replications, goal }) => [replications, goal])).toEqual([
      [1, 'undecided'],
      [0, 'undecided'],
    ]);
    expect(sentenceOf(none)).toContain(
      'The time was up: 1 of 2 points measured; the least deposit is not answered',
    );
    expect(sentenceOf(await stuckAfter(0))).toMatch(
      /^Nothing was measured: too few simulations have ended. The time was up: 0 of 2 points/,
    );
  });
});
