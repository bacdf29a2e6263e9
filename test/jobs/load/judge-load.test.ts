import { describe, expect, it } from 'vitest';
import type { EndedLoad } from '../../../src/jobs/load/judge-load.ts';
import { judgeLoad, judgeReadings } from '../../../src/jobs/load/judge-load.ts';
import { readAll } from '../../../src/jobs/load/load-readings.ts';
import { LoadAggregate } from '../../../src/model/load/load-aggregate.ts';
import { realTiming, type TargetTiming } from '../../../src/model/run/target-timing.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { runUntilDone, testBench } from '../../world/test-bench.ts';
import { world } from '../../world/world.ts';

/** What is made of a load when a payment of somebody else is still on its way at its end, for a minute. */
async function judgedAfter({
  hurryAtMs,
  timing,
}: {
  readonly hurryAtMs?: number;
  readonly timing?: TargetTiming;
}) {
  const network = world('a 1000 - 10 b');
  const bench = testBench(network, {
    protocol: { hopLatency: { kind: 'fixed', ms: 20_000 } },
  });
  const { simulation, clock } = bench;
  void bench.pay('a', 'b', 5n);
  const hurry = new AbortController();
  if (hurryAtMs !== undefined) clock.schedule(hurryAtMs, () => hurry.abort());
  const { header, load } = loadRun();
  const ended: EndedLoad = {
    header: timing === undefined ? header : { ...header, timing },
    load,
    start: network,
    records: [],
    readings: [],
    clock,
    connections: { readers: simulation, preparers: simulation, askAgain: () => {} },
    signal: undefined,
    hurry: hurry.signal,
  };
  const { readings, load: judged } = await runUntilDone(clock, judgeLoad(ended));
  return { ...judged, readings, endedAtMs: clock.nowMs() };
}

describe('judging a load whose locks are not released at once', () => {
  it('waits ten seconds, and then judges what is still pending', async () => {
    const { checks, endedAtMs } = await judgedAfter({});
    expect(checks).toContainEqual(expect.objectContaining({ name: 'at-rest', verdict: 'violated' }));
    expect(endedAtMs).toBeGreaterThanOrEqual(10_000);
  });

  it('waits longer for nodes that are no sandbox', async () => {
    const { endedAtMs } = await judgedAfter({ timing: realTiming({ run: 1 }) });
    expect(endedAtMs).toBeGreaterThanOrEqual(30_000);
  });

  it('judges nothing when the wait is cut short, for what is pending may be all right', async () => {
    const { checks, findings, readings, endedAtMs } = await judgedAfter({ hurryAtMs: 1_000 });
    expect(checks).toMatchObject([{ name: 'after-load', verdict: 'unknown' }]);
    expect(checks[0]?.detail).toContain('still on its way when the wait for it was cut short');
    expect(findings).toEqual([]);
    expect(readings.length).toBeGreaterThan(0);
    expect(endedAtMs).toBeLessThan(2_000);
  });
});

describe('a payment that the driver gave up', () => {
  it('is pending while nodes still list it, and happened when they are read after it did', async () => {
    const network = world('a 1000 - 10 b');
    const bench = testBench(network, { protocol: { hopLatency: { kind: 'fixed', ms: 20_000 } } });
    const { simulation, clock } = bench;
    const { header, load } = loadRun();
    const paid = bench.pay('a', 'b', 5n, { identifier: 9n });
    const operation = { id: 0, kind: 'pay', node: 'a', target: 'b', token: 'DAI', amount: 5n } as const;
    const given = { ...operation, identifier: 9n, atMs: 0, origin: 'traffic[0]#0' };
    const outcome = { kind: 'indeterminate', cause: 'interrupted', detail: 'given up' } as const;
    const record = { operation: given, startedAtMs: 0, endedAtMs: 10, outcome };
    const aggregate = new LoadAggregate();
    aggregate.add(record);
    const threshold = {
      metric: 'payments_succeeded',
      condition: 'rate>0.99',
      abortOnFail: false,
      delayAbortEvalMs: 0,
    };
    const spec = { ...load.spec, thresholds: [threshold] };
    const ended: EndedLoad = {
      header,
      load: { ...load, aggregate, spec },
      start: network,
      records: [record],
      readings: [],
      clock,
      connections: { readers: simulation, preparers: simulation, askAgain: () => {} },
      signal: undefined,
    };
    const pending = await runUntilDone(clock, judgeLoad(ended));
    expect(pending.records).toMatchObject([{ outcome: { resolved: 'pending' } }]);
    expect(pending.load.thresholds).toEqual([{ threshold, actual: 0, met: false }]);
    await bench.settle(paid);
    await bench.rest();
    const readings = await readAll(ended, 'end');
    const judged = judgeReadings({ ...ended, readings });
    expect(judged.records).toMatchObject([{ outcome: { resolved: 'happened' } }]);
    // Thresholds count as every report does: by what became of it.
    expect(judged.load.thresholds).toEqual([{ threshold, actual: 1, met: true }]);
  });
});
