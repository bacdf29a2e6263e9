import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StageSpec } from '../../../src/model/scenario/load-spec.ts';
import { constantArrivalRate, rampingArrivalRate } from '../../../src/workload/executors/arrival-rates.ts';
import type { ExecutorSource } from '../../../src/workload/executors/executor-source.ts';
import { moments, run } from './run-executor.ts';
import {
  constantVus,
  perVuIterations,
  rampingVus,
  sharedIterations,
} from '../../../src/workload/executors/virtual-users.ts';

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
    const property = fc.property(shape, (given) => {
      const all = moments(run(ramp(given), 1));
      const endMs = given.stages.reduce((sum, { durationMs }) => sum + durationMs, 0);
      expect(all).toHaveLength(Math.floor(areaUntil(given, endMs) + 1e-6));
      for (const [index, atMs] of all.entries()) expect(areaUntil(given, atMs)).toBeCloseTo(index + 1, 4);
    });
    fc.assert(property);
  });
});

/** Payments that a rate is worth until then, stage by stage as a trapezium. */
function areaUntil(
  ramp: { readonly startRate: number; readonly timeUnitMs: number; readonly stages: readonly StageSpec[] },
  atMs: number,
): number {
  const { startRate, timeUnitMs, stages } = ramp;
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

const users = fc.integer({ min: 1, max: 12 });
const latency = fc.integer({ min: 1, max: 400 });

describe('shared-iterations', () => {
  it('shares its payments among the virtual users', () => {
    const source = sharedIterations({ kind: 'shared-iterations', vus: 2, iterations: 5, maxDurationMs: 1e6 });
    expect(moments(run(source, 100))).toEqual([0, 0, 100, 100, 200]);
  });

  it('starts nothing after its longest duration', () => {
    const source = sharedIterations({ kind: 'shared-iterations', vus: 1, iterations: 5, maxDurationMs: 250 });
    expect(moments(run(source, 100))).toEqual([0, 100, 200]);
  });

  it('makes all its payments, as many at once as there are users, each as one ends', () => {
    const property = fc.property(users, fc.integer({ min: 0, max: 60 }), latency, (vus, more, latencyMs) => {
      const iterations = vus + more;
      const source = sharedIterations({ kind: 'shared-iterations', vus, iterations, maxDurationMs: 1e9 });
      const { starts, peak } = run(source, latencyMs);
      expect(peak).toBe(vus);
      expect(starts.map(({ atMs }) => atMs)).toEqual(
        Array.from({ length: iterations }, (_, index) => Math.floor(index / vus) * latencyMs),
      );
    });
    fc.assert(property);
  });
});

describe('per-vu-iterations', () => {
  it('gives each virtual user its own number', () => {
    const source = perVuIterations({ kind: 'per-vu-iterations', vus: 3, iterations: 2, maxDurationMs: 1e6 });
    expect(moments(run(source, 50))).toEqual([0, 0, 0, 50, 50, 50]);
  });

  it('makes the payments of each user until its longest duration', () => {
    const property = fc.property(
      users,
      fc.integer({ min: 1, max: 9 }),
      latency,
      latency,
      (vus, iterations, latencyMs, max) => {
        const source = perVuIterations({ kind: 'per-vu-iterations', vus, iterations, maxDurationMs: max });
        const rounds = Math.min(iterations, Math.ceil(max / latencyMs));
        expect(run(source, latencyMs).starts).toHaveLength(vus * rounds);
      },
    );
    fc.assert(property);
  });
});

describe('constant-vus', () => {
  it('starts the next payment when one ends, until its time is over', () => {
    const source = constantVus({ kind: 'constant-vus', vus: 2, durationMs: 250 });
    expect(moments(run(source, 100))).toEqual([0, 0, 100, 100, 200, 200]);
  });

  it('keeps as many in flight as it says, until its time is over', () => {
    fc.assert(
      fc.property(users, latency, fc.integer({ min: 1, max: 2000 }), (vus, latencyMs, durationMs) => {
        const { starts, peak } = run(constantVus({ kind: 'constant-vus', vus, durationMs }), latencyMs);
        expect(starts).toHaveLength(vus * Math.ceil(durationMs / latencyMs));
        expect(peak).toBe(vus);
      }),
    );
  });
});

describe('ramping-vus', () => {
  const up = { durationMs: 400, target: 4 };

  it('adds a user at a time', () => {
    const source = rampingVus({ kind: 'ramping-vus', startVus: 0, stages: [up], gracefulRampDownMs: 0 });
    expect(moments(run(source, 1000))).toEqual([100, 200, 300]);
  });

  it('lets users go when their payment has ended', () => {
    const down = { durationMs: 400, target: 0 };
    const source = rampingVus({ kind: 'ramping-vus', startVus: 4, stages: [down], gracefulRampDownMs: 150 });
    // Four start; by 150 ms three are wanted, by 300 ms one.
    expect(moments(run(source, 150))).toEqual([0, 0, 0, 0, 150, 150, 150, 300]);
  });

  it('never has more in flight than it wants, however long payments take', () => {
    const stage = fc.record({
      durationMs: fc.integer({ min: 1, max: 1000 }),
      target: fc.integer({ min: 0, max: 20 }),
    });
    const property = fc.property(
      fc.integer({ min: 0, max: 20 }),
      fc.array(stage, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 300 }),
      (startVus, stages, latencyMs, gracefulRampDownMs) => {
        const source = rampingVus({ kind: 'ramping-vus', startVus, stages, gracefulRampDownMs });
        const most = Math.max(startVus, ...stages.map(({ target }) => target));
        expect(run(source, latencyMs).peak).toBeLessThanOrEqual(most);
      },
    );
    fc.assert(property);
  });
});

describe('the graceful ramp-down of ramping-vus', () => {
  const ramp = (stages: readonly StageSpec[], gracefulRampDownMs: number): ExecutorSource =>
    rampingVus({ kind: 'ramping-vus', startVus: 3, stages, gracefulRampDownMs });
  const down = { durationMs: 300, target: 0 };

  it('cuts payments of users that are no longer wanted when their time is over', () => {
    // One user less at 100, at 200 and at 300 ms.
    expect(run(ramp([down], 50), 1000).cutOff).toEqual([150, 250, 350]);
  });

  it('cuts at once when it is 0', () => {
    expect(run(ramp([down], 0), 1000).cutOff).toEqual([100, 200, 300]);
  });

  it('spares payments that end in time', () => {
    expect(run(ramp([down], 100), 150).cutOff).toEqual([]);
  });

  it('spares the payment of a user that is wanted again before its time is over, and starts no other for it', () => {
    const { starts, cutOff } = run(ramp([down, { durationMs: 300, target: 3 }], 320), 10_000);
    // The third user goes at 100 ms and would be back at 600; the second is gone from 200 to 500 ms.
    expect(cutOff).toEqual([420]);
    expect(moments({ starts })).toEqual([0, 0, 0]);
  });

  it('starts again with a user whose payment was cut', () => {
    const { starts, cutOff } = run(ramp([down, { durationMs: 300, target: 3 }, down], 0), 10_000);
    expect(cutOff).toEqual([100, 200, 300, 700, 800, 900]);
    expect(moments({ starts })).toEqual([0, 0, 0, 400, 500, 600]);
  });

  it('starts and gives up what k6 does', () => {
    // Logged by k6 2.2: three users at 0 ms, one more at 2501 ms; the first goes on when it is wanted again.
    const stages = [
      { durationMs: 1500, target: 0 },
      { durationMs: 1500, target: 3 },
    ];
    const { starts, cutOff } = run(ramp(stages, 500), 10_000);
    expect(moments({ starts })).toEqual([0, 0, 0, 2500]);
    expect(cutOff).toEqual([1000, 1500]);
  });
});
