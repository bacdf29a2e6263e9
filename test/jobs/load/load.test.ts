import { describe, expect, it } from 'vitest';
import { load } from '../../../src/jobs/load/load.ts';
import { realTiming } from '../../../src/model/run/target-timing.ts';
import type { ExecutorSettings } from '../../../src/model/scenario/load-spec.ts';
import { startStub, STUB_SCENARIO } from '../../fixtures/stub-nodes.ts';
import { specOf } from '../k6-fixture.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SCENARIO = scenarioFrom(STUB_SCENARIO);

const atRate = (rate: number, durationMs: number): ExecutorSettings => ({
  kind: 'constant-arrival-rate',
  rate,
  timeUnitMs: 1000,
  durationMs,
  maxVus: 10_000,
});

// What nodes hold before and after is judged elsewhere, and whether they recover.
const figures = (targets: Readonly<Record<string, string>>, settings: ExecutorSettings) => ({
  scenario: SCENARIO,
  spec: specOf(settings),
  targets,
  figuresOnly: true,
});

describe('a load', () => {
  it('gives nodes that are no sandbox the time that real ones need, whatever the scenario says', async () => {
    const targets = await startStub();
    const { header } = await load(figures(targets, atRate(50, 200)));
    expect(header.timing).toEqual(realTiming({ run: 1 }));
  });

  it('loses no payment of an open loop against a slow target, and says how late each was sent', async () => {
    // Answers nothing before a hundred payments were asked for.
    const targets = await startStub('--latency', '200', '--hold', '1:100');
    const { load: result } = await load(figures(targets, atRate(250, 500)));
    const { counts, lag, service, series } = result.aggregate;
    expect(counts).toMatchObject({ payments: 125, succeeded: 125, dropped: 0 });
    expect(result.driver?.peakInFlight).toBeGreaterThanOrEqual(100);
    expect(lag.count).toBe(125);
    // The hundredth, which is the first to be answered, and all after it wait; those before wait for it.
    expect(service.percentileMs(50)).toBeGreaterThanOrEqual(199);
    expect(series.intervals.reduce((sum, { intended }) => sum + intended, 0)).toBe(125);
  });

  it('shows a stall of the target in the response times and at its place in time', async () => {
    // Stands still while the payments of 600 ms come, in the second second.
    const targets = await startStub('--hold', '110:170');
    const { load: result } = await load(figures(targets, atRate(100, 2_000)));
    const { response, series } = result.aggregate;
    expect(result.aggregate.counts).toMatchObject({ succeeded: 200, dropped: 0 });
    expect(response.percentileMs(99)).toBeGreaterThan(500);
    expect(series.intervals[1]?.response.percentileMs(90)).toBeGreaterThan(400);
    // Nothing of the first second waited for it; a driver that was held up may have been late itself.
    expect(series.intervals[0]?.response.percentileMs(50)).toBeLessThan(response.percentileMs(99));
  });

  it('counts a payment that is not answered in time as indeterminate, never as failed', async () => {
    const targets = await startStub('--latency', '5000');
    const spec = specOf({ kind: 'shared-iterations', vus: 5, iterations: 5, maxDurationMs: 60_000 }, 200);
    // Whether so slow a target recovers is judged elsewhere.
    const abort = new AbortController();
    let ended = 0;
    const onRecord = (): void => {
      ended += 1;
      if (ended === 5) abort.abort();
    };
    const run = await load({ scenario: SCENARIO, spec, targets, onRecord, abort: abort.signal });
    expect(run.load.aggregate.counts).toMatchObject({ payments: 5, indeterminate: 5, failed: 0 });
    expect(run.records[0]?.outcome).toMatchObject({ cause: 'deadline' });
    expect(run.records.map(({ endedAtMs, startedAtMs }) => endedAtMs - startedAtMs >= 200)).toEqual(
      Array.from({ length: 5 }, () => true),
    );
  });

  it('starts nothing further when asked to stop, and lets end what is in flight', async () => {
    const targets = await startStub('--latency', '100');
    const stopping = new AbortController();
    const run = await load({
      ...figures(targets, atRate(100, 60_000)),
      signal: stopping.signal,
      onRecord: () => stopping.abort(),
    });
    expect(run.partial).toBe(true);
    // Of six thousand.
    expect(run.load.aggregate.counts.payments).toBeLessThan(3_000);
    expect(run.load.aggregate.counts).toMatchObject({ indeterminate: 0, failed: 0 });
  });

  it('drops a start that finds no room, and counts it', async () => {
    const targets = await startStub('--hold', '1:11');
    const settings = { ...atRate(50, 1_000), maxVus: 10 } as ExecutorSettings;
    let dropped = 0;
    const { load: result } = await load({
      ...figures(targets, settings),
      // Nothing is answered before the last start found no room.
      onDropped: () => {
        dropped += 1;
        if (dropped === 40) void fetch(`${targets.a}/stub/release`);
      },
    });
    expect(result.aggregate.counts).toMatchObject({ payments: 10, dropped: 40 });
  });
});
