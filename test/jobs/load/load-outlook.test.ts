import { describe, expect, it } from 'vitest';
import { assembleNetwork } from '../../../src/jobs/assemble.ts';
import { drainSource } from '../../../src/jobs/load/k6/k6-plan.ts';
import { loadOutlook } from '../../../src/jobs/load/load-outlook.ts';
import { planLoad } from '../../../src/jobs/load/load-plan.ts';
import type { ExecutorSpec, LoadSpec } from '../../../src/model/scenario/load-spec.ts';
import { PaymentTraceBuilder } from '../../../src/model/scenario/payment-trace.ts';
import { scenarioFrom } from '../scenario-text.ts';

describe('what is said of a load before it starts', () => {
  it('counts the payments and the money of executors with a rate', () => {
    const parts = outlook('{executor: constant-arrival-rate, rate: 30, duration: 20s, startTime: 5s}');
    expect(parts).toMatchObject([{ payments: 600, ratePerSecond: 30, durationMs: 20_000 }]);
    expect(parts[0]?.amounts.get('TOK')).toBe(60_000n);
  });

  it('adds up the stages of a ramp and names its highest rate', () => {
    const parts = outlook(
      '{executor: ramping-arrival-rate, stages: [{duration: 10s, target: 60}, {duration: 10s, target: 60}], timeUnit: 1m}',
    );
    expect(parts).toMatchObject([{ payments: 15, ratePerSecond: 1, durationMs: 20_000 }]);
  });

  it('does not guess how many payments a closed loop makes', () => {
    const parts = outlook('{executor: constant-vus, vus: 7, duration: 20s}');
    expect(parts).toMatchObject([{ payments: undefined, users: 7, meanAmount: 100 }]);
  });

  it('counts the plan itself where there is no executor', () => {
    const parts = outlook(undefined);
    expect(parts).toMatchObject([{ payments: 20, durationMs: 9_500 }]);
    expect(parts[0]?.amounts.get('TOK')).toBe(2_000n);
  });

  it('knows the number, the money and the busiest second of a trace', () => {
    const builder = new PaymentTraceBuilder();
    for (const [sequence, atMs] of [0, 900, 1000, 1100, 1200, 8000].entries())
      builder.add({ atMs, node: 'n1', target: 'n2', token: 'TOK', amount: 10n, sequence });
    const executor: ExecutorSpec = {
      name: 'day',
      startMs: 1000,
      gracefulStopMs: 0,
      kind: 'trace',
      file: 'day.csv',
      speed: 2,
      maxVus: 10,
      payments: builder.finish(),
    };
    const spec: LoadSpec = { executors: [executor], thresholds: [], deadlineMs: 1 };
    const parts = loadOutlook(scenarioOf(undefined), spec);
    expect(parts).toMatchObject([{ payments: 6, ratePerSecond: 1.5, busiestSecond: 5, durationMs: 4000 }]);
    expect(parts[0]?.users).toBeUndefined();
    expect(parts[0]?.amounts.get('TOK')).toBe(60n);
  });

  it.each([
    '{executor: constant-arrival-rate, rate: 30, duration: 20s}',
    '{executor: ramping-arrival-rate, stages: [{duration: 7s, target: 31}]}',
    '{executor: shared-iterations, iterations: 17, vus: 4}',
  ])('announces the payments that will be sent, and their sum: %s', (executor) => {
    const scenario = scenarioOf(executor, '{uniform: {min: 1, max: 1000}}');
    const spec = scenario.load as LoadSpec;
    const sent = drainSource(
      planLoad(scenario, spec, assembleNetwork(scenario)).source(assembleNetwork(scenario)),
    );
    const [part] = loadOutlook(scenario, spec);
    const sum = sent.reduce((all, operation) => all + (operation.kind === 'pay' ? operation.amount : 0n), 0n);
    expect(part?.payments).toBe(sent.length);
    expect(part?.amounts.get('TOK')).toBe(sum);
  });

  it('estimates the money of a load of days', () => {
    const [part] = outlook('{executor: constant-arrival-rate, rate: 1000, duration: 24h}');
    expect(part).toMatchObject({ payments: 86_400_000, isEstimated: true });
    expect(part?.amounts.get('TOK')).toBe(8_640_000_000n);
  });
});

function outlook(executor: string | undefined) {
  const scenario = scenarioOf(executor);
  return loadOutlook(scenario, scenario.load as LoadSpec);
}

function scenarioOf(executor: string | undefined, amounts = '100') {
  return scenarioFrom(`
question: What will it do?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 1_000_000}
traffic: [{name: all, arrivals: {constant: {perSecond: 2}}, duration: 10s, amounts: ${amounts}}]
load: {deadline: 1m${executor === undefined ? '' : `, executors: {it: ${executor}}`}}
`);
}
