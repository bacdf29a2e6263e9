import { describe, expect, it } from 'vitest';
import { compareLoads, requireBaseline } from '../../../src/verdict/performance/compare-loads.ts';
import { LoadAggregate } from '../../../src/model/load/load-aggregate.ts';
import type { ExecutorSpec } from '../../../src/model/scenario/load-spec.ts';
import { createRandomSource } from '../../../src/runtime/random-source.ts';
import { dueAt, failed, SUCCEEDED } from '../../world/records.ts';
import { loadRun } from '../../fixtures/load-runs.ts';

describe('comparing a load with an earlier one', () => {
  it('calls neither chance nor a small change a regression, in nearly all of 200 pairs', () => {
    let falseAlarms = 0;
    for (let pair = 0; pair < 200; pair += 1) {
      const baseline = draw({ seed: `a${pair}`, medianMs: 20, failing: 0.05 });
      const current = draw({ seed: `b${pair}`, medianMs: 20, failing: 0.05 });
      if (worse(baseline, current).length > 0) falseAlarms += 1;
    }
    expect(falseAlarms).toBeLessThan(10);
  });

  it('calls it no regression where payments that are slow together are many in one load and few in the other', () => {
    let falseAlarms = 0;
    for (let pair = 0; pair < 100; pair += 1) {
      const [baseline, current] = ['a', 'b'].map((which) =>
        draw({ seed: `${which}${pair}`, medianMs: 20, failing: 0.05, everyMs: 10, clump: 100 }),
      ) as [LoadAggregate, LoadAggregate];
      if (worse(baseline, current).length > 0) falseAlarms += 1;
    }
    expect(falseAlarms).toBeLessThan(5);
  });

  it('finds what became twice as slow all the same', () => {
    const [baseline, current] = [20, 40].map((medianMs) =>
      draw({ seed: String(medianMs), medianMs, failing: 0.05, everyMs: 10, clump: 25 }),
    ) as [LoadAggregate, LoadAggregate];
    expect(worse(baseline, current)).toContain('payment_duration p(50)');
  });

  it('says nothing of the slowest hundredth of a few payments', () => {
    const baseline = draw({ seed: '1', medianMs: 20, failing: 0, payments: 100 });
    const current = draw({ seed: '2', medianMs: 20, failing: 0, payments: 100, slowestMs: 500 });
    expect(worse(baseline, current)).toEqual([]);
  });

  it('tells too few payments to tell from what is not worse', () => {
    const few = { medianMs: 20, failing: 0, payments: 160, everyMs: 25 };
    const baseline = draw({ seed: '1', ...few });
    const slow = draw({ seed: '1', ...few, slowest: 3, slowestMs: 731 });
    const failing = draw({ seed: '1', ...few, failing: 0.03 });
    const unclear = (current: LoadAggregate): readonly string[] =>
      compareLoads({ baseline, current }).figures.flatMap((figure) => (figure.unclear ? figure.metric : []));
    expect(worse(baseline, slow)).toEqual([]);
    expect(unclear(slow)).toEqual(
      [95, 99].flatMap((percent) => [
        `payment_duration p(${percent})`,
        `payment_response_time p(${percent})`,
      ]),
    );
    expect(worse(baseline, failing)).toEqual([]);
    expect(unclear(failing)).toEqual(['payments_succeeded']);
    expect(unclear(baseline)).toEqual([]);
  });

  it('finds payments that became slower by a third, and only that', () => {
    const baseline = draw({ seed: '1', medianMs: 20, failing: 0.05 });
    const current = draw({ seed: '2', medianMs: 27, failing: 0.05 });
    expect(worse(baseline, current)).toContain('payment_duration p(50)');
    expect(worse(baseline, current).every((metric) => metric.includes('p('))).toBe(true);
    expect(worse(current, baseline)).toEqual([]);
  });

  it('finds payments that fail more often', () => {
    const baseline = draw({ seed: '1', medianMs: 20, failing: 0.02 });
    const current = draw({ seed: '2', medianMs: 20, failing: 0.06 });
    expect(worse(baseline, current)).toEqual(['payments_succeeded']);
  });

  it('finds it worse when nothing ended', () => {
    const baseline = draw({ seed: '1', medianMs: 20, failing: 0 });
    expect(worse(baseline, new LoadAggregate())).not.toEqual([]);
  });

  it('refuses a baseline made of failures, of another scenario or rate, broken off, or of another kind', () => {
    const failing = draw({ seed: '1', medianMs: 1, failing: 0.9 });
    const good = loadRun({ aggregate: draw({ seed: '1', medianMs: 1, failing: 0 }) });
    const { scenario } = good.header;
    const same = { scenario, executors: [] };
    expect(() => requireBaseline(good, same)).not.toThrow();
    expect(() => requireBaseline(loadRun({ aggregate: failing }), same)).toThrow(
      /of its 2000 payments succeeded/,
    );
    const renamed = { ...scenario, name: 'other' };
    expect(() => requireBaseline(good, { ...same, scenario: renamed })).toThrow(/this is other/);
    const vus = { kind: 'constant-vus', vus: 5, durationMs: 1000 } as const;
    const executor: ExecutorSpec = { name: 'flags', startMs: 0, gracefulStopMs: 0, ...vus };
    expect(() => requireBaseline(good, { ...same, executors: [executor] })).toThrow(/at another rate/);
    expect(() => requireBaseline({ ...good, partial: true }, same)).toThrow(/broken off/);
    const { load: _load, ...plain } = loadRun();
    expect(() => requireBaseline(plain, same)).toThrow(/no baseline/);
  });
});

/** The metrics that became worse. */
function worse(baseline: LoadAggregate, current: LoadAggregate): readonly string[] {
  const { figures } = compareLoads({ baseline, current });
  return figures.filter((figure) => figure.worse).map(({ metric }) => metric);
}

function draw({
  seed,
  medianMs,
  failing,
  payments = 2000,
  everyMs = 1,
  clump = 1,
  slowest = 1,
  slowestMs,
}: {
  readonly seed: string;
  readonly medianMs: number;
  readonly failing: number;
  readonly payments?: number;
  readonly everyMs?: number;
  /** So many payments in a row are slow or quick together. */
  readonly clump?: number;
  /** So many payments at the end take that long. */
  readonly slowest?: number;
  readonly slowestMs?: number;
}): LoadAggregate {
  const next = createRandomSource(seed).stream('loads');
  const aggregate = new LoadAggregate();
  let slowness = 0;
  for (let id = 0; id < payments; id += 1) {
    // Half an octave either way, skewed as latencies are.
    if (id % clump === 0) slowness = next() + next() - 1;
    const tookMs =
      id >= payments - slowest && slowestMs !== undefined
        ? slowestMs
        : medianMs * Math.exp(slowness + next() / 10);
    const atMs = id * everyMs;
    aggregate.add(dueAt([atMs, atMs + tookMs], { id }, next() < failing ? failed() : SUCCEEDED));
  }
  return aggregate;
}
