import { describe, expect, it } from 'vitest';
import { type EndedLoad, judgeLoad, judgeReadings } from '../../../src/jobs/load/judge-load.ts';
import { readAll } from '../../../src/jobs/load/load-readings.ts';
import { LoadAggregate } from '../../../src/model/load/load-aggregate.ts';
import { realTiming, type TargetTiming } from '../../../src/model/run/target-timing.ts';
import { loadRun, threshold } from '../../fixtures/load-runs.ts';
import { runUntilDone, testBench } from '../../world/test-bench.ts';
import { dueAt, unanswered } from '../../world/records.ts';
import { world } from '../../world/world.ts';
import type { NodeApi } from '../../../src/ports/node-api.ts';

const NETWORK = world('a 1000 - 10 b');

/** Nodes on which a payment takes a minute, and a load of them that has just ended. */
function endedLoad(parts: Partial<EndedLoad> = {}) {
  const bench = testBench(NETWORK, { protocol: { hopLatency: { kind: 'fixed', ms: 20_000 } } });
  const { simulation, clock } = bench;
  const { header, load } = loadRun();
  const ended: EndedLoad = {
    header,
    load,
    start: NETWORK,
    records: [],
    readings: [],
    clock,
    connections: { readers: simulation, preparers: simulation, askAgain: () => {} },
    signal: undefined,
    ...parts,
  };
  return { bench, ended };
}

/** What is made of a load when a payment of somebody else is still on its way at its end, for a minute. */
async function judgedAfter({
  hurryAtMs,
  timing,
}: {
  readonly hurryAtMs?: number;
  readonly timing?: TargetTiming;
}) {
  const hurry = new AbortController();
  const { header } = loadRun();
  const { bench, ended } = endedLoad({
    header: timing === undefined ? header : { ...header, timing },
    hurry: hurry.signal,
  });
  const { clock } = bench;
  void bench.pay('a', 'b', 5n);
  if (hurryAtMs !== undefined) clock.schedule(hurryAtMs, () => hurry.abort());
  const { readings, load: judged } = await runUntilDone(clock, judgeLoad(ended));
  return { ...judged, readings, endedAtMs: clock.nowMs() };
}

describe('judging a load whose locks are not released at once', () => {
  it('waits ten seconds, and then judges what is still pending', async () => {
    const { checks, readings, endedAtMs } = await judgedAfter({});
    // Money moves between the looks at channels that follow: each node tells once more what is pending before them.
    expect(readings.map(({ node, view }) => `${node} ${view.kind}`).slice(0, 4)).toEqual([
      'a pending',
      'b pending',
      'a pending',
      'a channels',
    ]);
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
    const asked = { node: 'a', target: 'b', amount: 5n, identifier: 9n };
    const record = dueAt([0, 10], asked, unanswered('interrupted'));
    const aggregate = new LoadAggregate();
    aggregate.add(record);
    const wanted = threshold('payments_indeterminate', 'rate<0.01');
    const { load } = loadRun();
    const spec = { ...load.spec, thresholds: [wanted] };
    const { bench, ended } = endedLoad({ load: { ...load, aggregate, spec }, records: [record] });
    const paid = bench.pay('a', 'b', 5n, { identifier: 9n });
    const pending = await runUntilDone(bench.clock, judgeLoad(ended));
    expect(pending.records).toMatchObject([{ outcome: { resolved: 'pending' } }]);
    expect(pending.load.thresholds).toEqual([{ threshold: wanted, actual: 1, met: false }]);
    expect(pending.load.course?.sentence).toBe('No payment was answered before it was given up.');
    await bench.settle(paid);
    await bench.rest();
    const readings = await readAll(ended, 'end');
    const judged = judgeReadings({ ...ended, readings });
    expect(judged.records).toMatchObject([{ outcome: { resolved: 'happened' } }]);
    expect(judged.load.course?.sentence).toBe('Success did not fall.');
    // Thresholds count as every report does: by what became of it.
    expect(judged.load.thresholds).toEqual([{ threshold: wanted, actual: 0, met: true }]);
  });
});

it('sees a payment whose locks expire between two looks at its payer', async () => {
  const start = world('a 1000 - 0 b', { revealTimeout: 5 });
  const bench = testBench(start);
  const { simulation, clock } = bench;
  void bench.pay('a', 'b', 5n, { secretHash: `0x${'1'.repeat(64)}` });
  clock.advanceTo(500);
  const node = (name: string): NodeApi => {
    const api = simulation.node(name);
    const expired = <T>(answer: T): T => {
      clock.advanceTo(clock.nowMs() + 60_000);
      return answer;
    };
    return {
      ...api,
      payments: async (filter) => expired(await api.payments(filter)),
      pendingTransfers: async () => expired(await api.pendingTransfers()),
    };
  };
  const connections = { readers: { ...simulation, node }, askAgain: () => {} };
  const looks = await runUntilDone(clock, readAll({ start, connections, clock, signal: undefined }, 'end'));
  const shown = looks
    .filter(({ node: reader }) => reader === 'a')
    .map(
      ({ value }) => ('events' in value ? value.events : 'transfers' in value ? value.transfers : []).length,
    );
  expect(Math.max(...shown)).toBe(1);
});
