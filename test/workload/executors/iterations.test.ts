import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { perVuIterations, sharedIterations } from '../../../src/workload/executors/virtual-users.ts';
import { moments, run } from './run-executor.ts';

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
    fc.assert(
      fc.property(users, fc.integer({ min: 0, max: 60 }), latency, (vus, more, latencyMs) => {
        const iterations = vus + more;
        const source = sharedIterations({ kind: 'shared-iterations', vus, iterations, maxDurationMs: 1e9 });
        const { starts, peak } = run(source, latencyMs);
        expect(peak).toBe(vus);
        expect(starts.map(({ atMs }) => atMs)).toEqual(
          Array.from({ length: iterations }, (_, index) => Math.floor(index / vus) * latencyMs),
        );
      }),
    );
  });
});

describe('per-vu-iterations', () => {
  it('gives each virtual user its own number', () => {
    const source = perVuIterations({ kind: 'per-vu-iterations', vus: 3, iterations: 2, maxDurationMs: 1e6 });
    expect(moments(run(source, 50))).toEqual([0, 0, 0, 50, 50, 50]);
  });

  it('makes the payments of each user until its longest duration', () => {
    fc.assert(
      fc.property(
        users,
        fc.integer({ min: 1, max: 9 }),
        latency,
        latency,
        (vus, iterations, latencyMs, max) => {
          const source = perVuIterations({ kind: 'per-vu-iterations', vus, iterations, maxDurationMs: max });
          const rounds = Math.min(iterations, Math.ceil(max / latencyMs));
          expect(run(source, latencyMs).starts).toHaveLength(vus * rounds);
        },
      ),
    );
  });
});
