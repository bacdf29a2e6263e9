import { describe, expect, it } from 'vitest';
import { type ExecutorFlags, specOf } from '../../../src/cli/options/load-options.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const SCENARIO = scenarioFrom(`
question: What do flags make of it?
seed: 1
network: {topology: {line: {nodes: 2}}}
traffic:
  - {arrivals: {constant: {perSecond: 1}}, count: 1, amounts: 1}
load:
  executors: {own: {executor: constant-vus, vus: 3, duration: 4s}}
  thresholds: {payments_failed: rate<0.5}
  deadline: 7s
`);

const settings = (flags: ExecutorFlags) => specOf(SCENARIO, flags).executors;

describe('flags of a load', () => {
  it.each<[ExecutorFlags, string]>([
    [{ rate: 5, duration: 2 }, '--rate'],
    [{ vus: 4, duration: 2 }, '--vus'],
    [{ iterations: 9 }, '--iterations'],
    [{ duration: 2 }, '--duration'],
  ])('need traffic to draw payments from: %o', (flags, flag) => {
    const withoutTraffic = { ...SCENARIO, traffic: [] };
    expect(() => specOf(withoutTraffic, flags)).toThrow(
      `${flag} needs payments to start, and the scenario has no \`traffic:\``,
    );
    expect(specOf(withoutTraffic, { trace: 'day.csv' }).executors).toHaveLength(1);
    expect(specOf(withoutTraffic, { deadline: 3 }).deadlineMs).toBe(3000);
  });

  it('leave the executors of the scenario alone when there are none', () => {
    expect(settings({})).toMatchObject([{ name: 'own', kind: 'constant-vus', vus: 3 }]);
    expect(specOf(SCENARIO, { deadline: 2.5 })).toMatchObject({ deadlineMs: 2500, executors: [{ vus: 3 }] });
  });

  it('make one executor instead, and keep the thresholds and the deadline', () => {
    const { executors, thresholds, deadlineMs } = specOf(SCENARIO, { rate: 5, duration: 2 });
    expect(executors).toMatchObject([
      { name: 'command-line', kind: 'constant-arrival-rate', rate: 5, durationMs: 2000 },
    ]);
    expect(thresholds).toHaveLength(1);
    expect(deadlineMs).toBe(7000);
  });

  it('let payments in flight at the end take as long as any may', () => {
    expect(settings({ rate: 5, duration: 2 })).toMatchObject([{ gracefulStopMs: 7000 }]);
    expect(settings({ vus: 5, duration: 2, deadline: 60 })).toMatchObject([{ gracefulStopMs: 60_000 }]);
  });

  it.each<[ExecutorFlags, object]>([
    [{ duration: 2 }, { kind: 'constant-vus', vus: 1, durationMs: 2000 }],
    [
      { vus: 4, duration: 2 },
      { kind: 'constant-vus', vus: 4, durationMs: 2000 },
    ],
    [{ iterations: 9 }, { kind: 'shared-iterations', vus: 1, iterations: 9, maxDurationMs: 600_000 }],
    [
      { iterations: 9, vus: 9, duration: 3 },
      { kind: 'shared-iterations', vus: 9, iterations: 9, maxDurationMs: 3000 },
    ],
    [{ trace: 'day.csv' }, { kind: 'trace', file: 'day.csv', speed: 1 }],
    [
      { trace: 'day.csv', speed: 0.5 },
      { kind: 'trace', speed: 0.5 },
    ],
  ])('%j', (flags, expected) => {
    expect(settings(flags)).toMatchObject([expected]);
  });

  it('refuse fewer iterations than virtual users', () => {
    expect(() => settings({ vus: 5, iterations: 4 })).toThrow('--iterations 4 are fewer than --vus 5');
  });
});
