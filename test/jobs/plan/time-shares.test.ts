import { describe, expect, it } from 'vitest';
import { PLAN_QUESTIONS, plan } from '../../../src/jobs/plan/plan.ts';
import type { PlanResult } from '../../../src/model/plan/plan-result.ts';
import { planAnswer } from '../../../src/report/plan/plan-text.ts';

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
  open: {deposits: [50, 50]}
  charge: {node: hub, schedules: [{flat: 0}, {flat: 1}]}
  remove: {nodes: 1, channels: 1}
`,
  readFile: () => '',
};

/** A plan whose time is so many simulations. */
async function within(simulations: number): Promise<PlanResult> {
  let left = simulations;
  const made = await plan({
    source: SOURCE,
    questions: PLAN_QUESTIONS,
    timeLeft: () => left,
    onReplication: () => void (left -= 1),
  });
  return made.result;
}

const whole = plan({ source: SOURCE, questions: PLAN_QUESTIONS });

describe('a plan with a limit of time', () => {
  it('answers every question, those that come late from fewer replications, and says so', async () => {
    const { result } = await whole;
    const enough = result.simulations;
    const short = await within(Math.round(enough / 2));
    expect(short.ended).toBe('time');
    expect(PLAN_QUESTIONS.filter((question) => short[question] === undefined)).toEqual([]);
    expect(Object.values(short.shortened ?? {}).every((count) => count >= 5 && count <= 10)).toBe(true);
    expect(planAnswer(short)).toMatch(/The time was up: .* told from \d+ replications.*intervals as wide/);
    const [earned] = short.charge?.choices ?? [];
    expect(earned?.earned.count).toBe(short.shortened?.['charge'] ?? 10);
  });

  it('that is long enough has the answers of one without', async () => {
    const { result } = await whole;
    const { simulations: _, ...answers } = result;
    const { simulations, ...found } = await within(10 * result.simulations);
    expect(found).toEqual(answers);
    expect(simulations).toBeGreaterThanOrEqual(result.simulations);
  });

  it('that is far too short says what is not answered', async () => {
    const { points, ended, shortened, deposit } = await within(1);
    expect(points.map(({ replications }) => replications)).toEqual([5]);
    expect([ended, deposit]).toEqual(['time', undefined]);
    expect(shortened).toMatchObject({ deposit: 0, charge: 0 });
  });
});
