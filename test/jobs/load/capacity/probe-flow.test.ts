import { describe, expect, it } from 'vitest';
import { ProbeFlow } from '../../../../src/jobs/load/capacity/probe-rate.ts';
import { dueAt, failed, SUCCEEDED } from '../../../world/records.ts';

const DURATION_MS = 2_000;

describe('what is seen of a probe', () => {
  it('is what ends in its second half', () => {
    const flow = flowOf([
      { intendedAtMs: 100, endedAtMs: 900 },
      { intendedAtMs: 800, endedAtMs: 1_200 },
      { intendedAtMs: 1_500, endedAtMs: 1_600, fails: true },
      { intendedAtMs: 1_900, endedAtMs: 2_100 },
    ]);
    expect([flow.endedPerSecond, flow.succeededPerSecond]).toEqual([2, 1]);
  });

  it('is how many more are in flight at its end', () => {
    const flow = flowOf([
      { intendedAtMs: 500, endedAtMs: 1_100 },
      { intendedAtMs: 1_200, endedAtMs: 2_500 },
      { intendedAtMs: 1_400, endedAtMs: 2_900 },
    ]);
    expect([flow.sentThen, flow.moreInFlight]).toEqual([2, 1]);
  });

  it('is the latest start of what was due then', () => {
    const flow = flowOf([
      { intendedAtMs: 100, startedAtMs: 500, endedAtMs: 1_200 },
      { intendedAtMs: 1_100, startedAtMs: 1_140, endedAtMs: 1_200 },
      { intendedAtMs: 1_300, startedAtMs: 1_301, endedAtMs: 1_400 },
    ]);
    expect(flow.pauseMs).toBe(40);
  });

  it('does not take the end of the offer for the end of a queue', () => {
    // 150 a second for two seconds, of which 125 are done; afterwards the rest is worked off.
    const flow = flowOf(
      Array.from({ length: 300 }, (_, index) => ({
        intendedAtMs: (index * 1_000) / 150,
        endedAtMs: Math.max((index * 1_000) / 150, (index + 1) * 8),
      })),
    );
    const { slope, chance } = flow.growth();
    // By the time of the answers: 1 - 125 / 150.
    expect(slope).toBeCloseTo(1 / 6, 2);
    expect(chance).toBeLessThan(0.01);
  });
});

function flowOf(
  payments: readonly {
    readonly intendedAtMs: number;
    readonly startedAtMs?: number;
    readonly endedAtMs: number;
    readonly fails?: boolean;
  }[],
): ProbeFlow {
  const flow = new ProbeFlow(DURATION_MS);
  payments.forEach(({ intendedAtMs, endedAtMs, startedAtMs = intendedAtMs, fails = false }, id) => {
    const outcome = fails ? failed('other') : SUCCEEDED;
    const record = dueAt([intendedAtMs, endedAtMs], { id }, outcome, { startedAtMs });
    flow.sent(record.operation, startedAtMs);
    flow.ended(record);
  });
  return flow;
}
