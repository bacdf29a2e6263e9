import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StageSpec } from '../../../src/model/load-spec.ts';
import { constantArrivalRate, rampingArrivalRate } from '../../../src/workload/executors/arrival-rates.ts';
import type { ExecutorSource } from '../../../src/workload/executors/executor-source.ts';
import { perVuIterations, sharedIterations } from '../../../src/workload/executors/iterations.ts';
import { constantVus, rampingVus } from '../../../src/workload/executors/virtual-users.ts';

const WHOLE = { index: 1, of: 1 };

interface Start {
  readonly atMs: number;
  readonly dropped: boolean;
}

/** Runs an executor against payments that all take equally long. */
function run(
  source: ExecutorSource,
  latencyMs: number,
): { readonly starts: readonly Start[]; readonly peak: number; readonly cutOff: readonly number[] } {
  const cutOff: number[] = [];
  const starts: Start[] = [];
  const inFlight: { readonly payment: number; readonly endMs: number }[] = [];
  let peak = 0;
  for (let payment = 0; ; ) {
    const dueMs = source.nextAtMs();
    const first = inFlight[0];
    const cutMs = source.rampDown?.nextAtMs() ?? Number.POSITIVE_INFINITY;
    if (cutMs < Math.min(dueMs, first?.endMs ?? Number.POSITIVE_INFINITY)) {
      for (const cut of source.rampDown?.overdue(cutMs) ?? []) {
        const [flight] = inFlight.splice(
          inFlight.findIndex((one) => one.payment === cut),
          1,
        );
        expect(flight?.payment).toBe(cut);
        cutOff.push(cutMs);
        source.ended(cut, cutMs);
      }
      continue;
    }
    if (first && first.endMs <= dueMs) {
      inFlight.shift();
      source.ended(first.payment, first.endMs);
      continue;
    }
    if (dueMs === Number.POSITIVE_INFINITY) break;
    const dropped = source.take(payment) === 'drop';
    starts.push({ atMs: dueMs, dropped });
    if (!dropped) inFlight.push({ payment, endMs: dueMs + latencyMs });
    peak = Math.max(peak, inFlight.length);
    payment += 1;
  }
  expect(source.isExhausted).toBe(true);
  return { starts, peak, cutOff };
}

const moments = ({ starts }: { readonly starts: readonly Start[] }): readonly number[] =>
  starts.map(({ atMs }) => atMs);

describe('shared-iterations', () => {
  it('shares its payments among the virtual users', () => {
    const source = sharedIterations({ kind: 'shared-iterations', vus: 2, iterations: 5, maxDurationMs: 1e6 });
    expect(moments(run(source, 100))).toEqual([0, 0, 100, 100, 200]);
  });

  it('starts nothing after its longest duration', () => {
    const source = sharedIterations({ kind: 'shared-iterations', vus: 1, iterations: 5, maxDurationMs: 250 });
    expect(moments(run(source, 100))).toEqual([0, 100, 200]);
  });
});

describe('per-vu-iterations', () => {
  it('gives each virtual user its own number', () => {
    const source = perVuIterations({ kind: 'per-vu-iterations', vus: 3, iterations: 2, maxDurationMs: 1e6 });
    expect(moments(run(source, 50))).toEqual([0, 0, 0, 50, 50, 50]);
  });
});

describe('constant-vus', () => {
  it('starts the next payment when one ends, until its time is over', () => {
    const source = constantVus({ kind: 'constant-vus', vus: 2, durationMs: 250 });
    expect(moments(run(source, 100))).toEqual([0, 0, 100, 100, 200, 200]);
  });
});

describe('ramping-vus', () => {
  const up = { durationMs: 400, target: 4 };

  it('adds a user at a time', () => {
    const source = rampingVus(
      { kind: 'ramping-vus', startVus: 0, stages: [up], gracefulRampDownMs: 0 },
      WHOLE,
    );
    expect(moments(run(source, 1000))).toEqual([100, 200, 300]);
  });

  it('lets users go when their payment has ended', () => {
    const down = { durationMs: 400, target: 0 };
    const source = rampingVus(
      { kind: 'ramping-vus', startVus: 4, stages: [down], gracefulRampDownMs: 150 },
      WHOLE,
    );
    // Four start; by 150 ms three are wanted, by 300 ms one.
    expect(moments(run(source, 150))).toEqual([0, 0, 0, 0, 150, 150, 150, 300]);
  });

  it('never has more in flight than it wants, however long payments take', () => {
    const stage = fc.record({
      durationMs: fc.integer({ min: 1, max: 1000 }),
      target: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.array(stage, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        (startVus, stages, latencyMs, gracefulRampDownMs) => {
          const source = rampingVus({ kind: 'ramping-vus', startVus, stages, gracefulRampDownMs }, WHOLE);
          const most = Math.max(startVus, ...stages.map(({ target }) => target));
          expect(run(source, latencyMs).peak).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});

describe('the graceful ramp-down of ramping-vus', () => {
  const ramp = (stages: readonly StageSpec[], gracefulRampDownMs: number): ExecutorSource =>
    rampingVus({ kind: 'ramping-vus', startVus: 3, stages, gracefulRampDownMs }, WHOLE);
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
});

describe('constant-arrival-rate', () => {
  const spec = { kind: 'constant-arrival-rate', rate: 10, timeUnitMs: 1000, durationMs: 500 } as const;

  it('starts at equal distances, whatever payments take', () => {
    const source = constantArrivalRate({ ...spec, maxVus: 100 }, WHOLE);
    expect(moments(run(source, 10_000))).toEqual([0, 100, 200, 300, 400]);
  });

  it('drops a start when as many as allowed are in flight, and never starts it later', () => {
    const { starts } = run(constantArrivalRate({ ...spec, maxVus: 2 }, WHOLE), 250);
    expect(starts.map(({ dropped }) => dropped)).toEqual([false, false, true, false, false]);
  });

  it('starts rate times duration payments', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 997 }), fc.integer({ min: 1, max: 60 }), (rate, seconds) => {
        const source = constantArrivalRate({ ...spec, rate, durationMs: seconds * 1000, maxVus: 1e6 }, WHOLE);
        expect(source.total).toBe(rate * seconds);
      }),
    );
  });

  it('split among shards starts what it starts whole', () => {
    const whole = moments(run(constantArrivalRate({ ...spec, rate: 37, maxVus: 1e6 }, WHOLE), 1));
    const parts = [1, 2, 3, 4].flatMap((index) =>
      moments(run(constantArrivalRate({ ...spec, rate: 37, maxVus: 1e6 }, { index, of: 4 }), 1)),
    );
    expect(parts.toSorted((one, other) => one - other)).toEqual(whole);
  });
});

describe('ramping-arrival-rate', () => {
  it('starts as many payments as the area under its rate', () => {
    const stages = [
      { durationMs: 1000, target: 100 },
      { durationMs: 1000, target: 100 },
      { durationMs: 1000, target: 0 },
    ];
    const source = rampingArrivalRate(
      { kind: 'ramping-arrival-rate', startRate: 0, timeUnitMs: 1000, stages, maxVus: 1e6 },
      WHOLE,
    );
    const all = moments(run(source, 1));
    expect(all).toHaveLength(200);
    expect(all.filter((atMs) => atMs < 1000)).toHaveLength(50);
    expect(all.filter((atMs) => atMs < 2000)).toHaveLength(150);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
  });
});
