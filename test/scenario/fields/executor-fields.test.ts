import { describe, expect, it } from 'vitest';
import { describeFault } from '../../../src/errors.ts';
import type { ExecutorSpec } from '../../../src/model/scenario/load-spec.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { faultsOf } from '../../fixtures/faults-of.ts';

function read(executor: string): ExecutorSpec | undefined {
  const { load } = scenarioFrom(
    `question: How?\nseed: 1\nnetwork: {topology: {line: {nodes: 2}}}\nload:\n  executors:\n    it: {${executor}}\n`,
  );
  return load?.executors[0];
}

describe('an executor in a scenario', () => {
  it.each<[string, object]>([
    ['executor: trace, file: day.csv', { kind: 'trace', file: 'day.csv', speed: 1, maxVus: 15_000 }],
    [
      'executor: trace, file: day.csv, speed: 0.5, maxVUs: 7, startTime: 3s, gracefulStop: 1s',
      { kind: 'trace', speed: 0.5, maxVus: 7, startMs: 3000, gracefulStopMs: 1000 },
    ],
    ['executor: constant-vus, duration: 1s', { vus: 1, startMs: 0, gracefulStopMs: 30_000 }],
    [
      'executor: ramping-vus, stages: [{duration: 1s, target: 2}]',
      { startVus: 1, gracefulRampDownMs: 30_000 },
    ],
    ['executor: shared-iterations', { vus: 1, iterations: 1, maxDurationMs: 600_000 }],
    [
      'executor: constant-arrival-rate, rate: 30, timeUnit: 1m, duration: 1s, preAllocatedVUs: 4',
      { rate: 30, timeUnitMs: 60_000, maxVus: 4 },
    ],
  ])('%s', (executor, expected) => {
    expect(read(executor)).toMatchObject(expected);
  });

  it.each<[string, string]>([
    ['executor: trace', 'found a mapping with executor, expected `file` for trace'],
    ['executor: trace, file: day.csv, speed: 0', 'found 0, expected a number above 0 to 1000000'],
    ['executor: trace, file: day.csv, traffic: t', 'found "t", expected no `traffic` for trace'],
    ['executor: trace, file: day.csv, sped: 2', 'did you mean speed?'],
    ['executor: traces, file: day.csv', 'did you mean trace?'],
    ['executor: constant-vus, duration: 1s, speed: 2', 'expected no `speed` for constant-vus'],
    ['executor: constant-arrival-rate, rate: 0, duration: 1s', 'found 0, expected a rate above 0'],
    [
      'executor: constant-arrival-rate, rate: 1, duration: 1s, preAllocatedVUs: 5, maxVUs: 4',
      'found 4, expected at least as many as preAllocatedVUs, which are 5',
    ],
    [
      'executor: shared-iterations, vus: 5, iterations: 4',
      'found 4, expected at least as many iterations as',
    ],
    ['executor: shared-iterations, vus: 5', 'expected at least as many iterations as virtual users'],
    [
      'executor: ramping-vus, stages: [{duration: 1s, target: 2.5}]',
      'load.executors.it.stages[0].target: found 2.5, expected virtual users: an integer from 0 to 15000',
    ],
    [
      'executor: ramping-vus, stages: [{duration: 1s, target: 100000}]',
      'found 100000, expected virtual users',
    ],
    [
      'executor: ramping-vus, startVUs: 0, stages: [{duration: 1s, target: 0}]',
      'with at least one virtual user',
    ],
  ])('%s is one clear fault', (executor, expected) => {
    const faults = faultsOf(() => read(executor)).map(describeFault);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('test.yaml:6:');
    expect(faults[0]).toContain(expected);
  });
});
