import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StageSpec } from '../../../src/model/scenario/load-spec.ts';
import { constantArrivalRate, rampingArrivalRate } from '../../../src/workload/executors/arrival-rates.ts';
import type { ExecutorSource } from '../../../src/workload/executors/executor-source.ts';
import { moments, run } from './run-executor.ts';

describe('constant-arrival-rate', () => {
  const spec = { kind: 'constant-arrival-rate', rate: 10, timeUnitMs: 1000, durationMs: 500 } as const;

  it('starts at equal distances, whatever payments take', () => {
    const source = constantArrivalRate({ ...spec, maxVus: 100 });
    expect(moments(run(source, 10_000))).toEqual([0, 100, 200, 300, 400]);
  });

  it('drops a start when as many as allowed are in flight, and never starts it later', () => {
    const { starts } = run(constantArrivalRate({ ...spec, maxVus: 2 }), 250);
    expect(starts.map(({ dropped }) => dropped)).toEqual([false, false, true, false, false]);
  });

  it('starts rate times duration payments', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 997 }), fc.integer({ min: 1, max: 60 }), (rate, seconds) => {
        const source = constantArrivalRate({ ...spec, rate, durationMs: seconds * 1000, maxVus: 1e6 });
        expect(moments(run(source, 1))).toHaveLength(rate * seconds);
      }),
    );
  });
});

describe('ramping-arrival-rate', () => {
  it('starts as many payments as the area under its rate', () => {
    const stages = [
      { durationMs: 1000, target: 100 },
      { durationMs: 1000, target: 100 },
      { durationMs: 1000, target: 0 },
    ];
    const source = rampingArrivalRate({
      kind: 'ramping-arrival-rate',
      startRate: 0,
      timeUnitMs: 1000,
      stages,
      maxVus: 1e6,
    });
    const all = moments(run(source, 1));
    expect(all).toHaveLength(200);
    // The fiftieth is due when the first stage ends.
    expect(all.filter((atMs) => atMs <= 1000)).toHaveLength(50);
    expect(all.filter((atMs) => atMs <= 2000)).toHaveLength(150);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
  });

  const ramp = (given: Partial<Parameters<typeof rampingArrivalRate>[0]>): ExecutorSource =>
    rampingArrivalRate({
      kind: 'ramping-arrival-rate',
      startRate: 0,
      timeUnitMs: 1000,
      stages: [],
      maxVus: 1e9,
      ...given,
    });

  it('starts the first when the area under the rate reaches one, as k6 does', () => {
    const flat = ramp({ startRate: 10, stages: [{ durationMs: 500, target: 10 }] });
    expect(moments(run(flat, 1))).toEqual([100, 200, 300, 400, 500]);
    const rising = ramp({ stages: [{ durationMs: 2000, target: 2 }] });
    expect(moments(run(rising, 1)).map(Math.round)).toEqual([1414, 2000]);
  });

  it('rests in stages of rate 0, jumps in stages of no length, and counts rates in its time unit', () => {
    const stages = [
      { durationMs: 1000, target: 60 },
      { durationMs: 0, target: 0 },
      { durationMs: 5000, target: 0 },
      { durationMs: 0, target: 120 },
      { durationMs: 1000, target: 120 },
    ];
    const source = ramp({ startRate: 60, timeUnitMs: 60_000, stages });
    expect(moments(run(source, 1)).map(Math.round)).toEqual([1000, 6500, 7000]);
  });

  const stage = fc.record({
    durationMs: fc.integer({ min: 0, max: 3000 }),
    target: fc.integer({ min: 0, max: 40 }),
  });
  const shape = fc.record({
    startRate: fc.integer({ min: 0, max: 40 }),
    timeUnitMs: fc.constantFrom(100, 1000, 7000),
    stages: fc.array(stage, { minLength: 1, maxLength: 5 }),
  });

  it('starts as many payments as whole ones fit under its rate, each where the area reaches its number', () => {
    fc.assert(
      fc.property(shape, (given) => {
        const all = moments(run(ramp(given), 1));
        const endMs = given.stages.reduce((sum, { durationMs }) => sum + durationMs, 0);
        expect(all).toHaveLength(Math.floor(areaUntil(given, endMs) + 1e-6));
        for (const [index, atMs] of all.entries()) expect(areaUntil(given, atMs)).toBeCloseTo(index + 1, 4);
      }),
    );
  });
});

/** Payments that a rate is worth until then, stage by stage as a trapezium. */
function areaUntil(
  {
    startRate,
    timeUnitMs,
    stages,
  }: { readonly startRate: number; readonly timeUnitMs: number; readonly stages: readonly StageSpec[] },
  atMs: number,
): number {
  let area = 0;
  let fromMs = 0;
  let from = startRate;
  for (const { durationMs, target } of stages) {
    const spentMs = Math.min(durationMs, Math.max(0, atMs - fromMs));
    const reached = durationMs === 0 ? target : from + ((target - from) * spentMs) / durationMs;
    area += (((from + reached) / 2) * spentMs) / timeUnitMs;
    fromMs += durationMs;
    from = target;
  }
  return area;
}
