import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findK6 } from '../../../src/cli/k6/k6-binary.ts';
import { createK6Engine } from '../../../src/cli/k6/k6-engine.ts';
import type { LoadRun } from '../../../src/model/run/run.ts';
import { countsOf, loadSandbox, MIXED } from '../../jobs/k6-fixture.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const missing = whyMissing();
const k6 = (parallelism: number) => createK6Engine(process.env, parallelism);

describe(`k6 as the engine${missing}`, () => {
  let undivided: Promise<LoadRun> | undefined;
  // Looked at by two tests, and four seconds long.
  const undividedRun = (): Promise<LoadRun> => (undivided ??= loadSandbox(MIXED, { engine: k6(1) }));

  it.skipIf(missing !== '')(
    'gives the outcomes of the embedded driver, and its percentiles within 10 %',
    async () => {
      const embedded = await loadSandbox(MIXED);
      const run = await undividedRun();
      expect(run.load.engine).toBe('k6');
      expect(countsOf(run)).toEqual(countsOf(embedded));
      for (const percent of [50, 90, 95, 99])
        for (const which of ['service', 'response'] as const)
          expect(Math.abs(ratio({ run, embedded, which, percent }) - 1), `${which} p${percent}`).toBeLessThan(
            0.1,
          );
    },
  );

  it.skipIf(missing !== '')('divided into four segments sends every payment exactly once', async () => {
    const whole = await undividedRun();
    const divided = await loadSandbox(MIXED, { engine: k6(4) });
    expect(countsOf(divided)).toEqual(countsOf(whole));
    expect(idsOf(divided)).toEqual(idsOf(whole));
  });

  it.skipIf(missing !== '')('sends what executors with a rate ask for', async () => {
    const spec = {
      executors: [
        {
          name: 'open',
          startMs: 0,
          gracefulStopMs: 30_000,
          kind: 'constant-arrival-rate' as const,
          rate: 50,
          timeUnitMs: 1000,
          durationMs: 1000,
          maxVus: 1000,
        },
      ],
      thresholds: [],
      deadlineMs: 60_000,
    };
    const embedded = await loadSandbox(QUICK, { spec });
    expect(countsOf(await loadSandbox(QUICK, { spec, engine: k6(1) }))).toEqual(countsOf(embedded));
  });

  it.skipIf(missing !== '')(
    'sends steps one after the other, also when segments share the rest',
    async () => {
      const run = await loadSandbox(STEPS, { engine: k6(2) });
      expect(countsOf(run)).toEqual(countsOf(await loadSandbox(STEPS)));
      const steps = run.records.filter(({ operation }) => operation.origin.startsWith('steps'));
      expect(steps.map(({ operation }) => operation.id)).toEqual(
        steps.map(({ operation }) => operation.id).toSorted((one, other) => one - other),
      );
      // k6 tells whole milliseconds, rounded down.
      for (const [index, { startedAtMs }] of steps.entries())
        expect(startedAtMs).toBeGreaterThanOrEqual((steps[index - 1]?.endedAtMs ?? 0) - 1);
    },
  );

  it.skipIf(missing !== '')('stops sending when asked to, and lets what is in flight end', async () => {
    const run = await loadSandbox(MIXED, { engine: k6(1), ...abortingAfter(60, 'signal') });
    const { payments, indeterminate } = run.load.aggregate.counts;
    expect(payments).toBeGreaterThanOrEqual(60);
    expect(payments).toBeLessThan(200);
    expect(indeterminate).toBe(0);
    expect(run.partial).toBe(true);
  });

  it.skipIf(missing !== '')(
    'when cut off counts what was in flight as indeterminate, none as lost',
    async () => {
      const run = await loadSandbox(MIXED, { engine: k6(1), ...abortingAfter(60, 'abort') });
      const { payments, succeeded, failed, indeterminate } = run.load.aggregate.counts;
      expect(indeterminate).toBeGreaterThan(0);
      expect(succeeded + failed + indeterminate).toBe(payments);
      expect([...run.load.aggregate.reasons.keys()]).toContain('interrupted');
    },
  );

  it.skipIf(missing !== '')(
    'killed in the middle leaves a partial run that is judged, and says so',
    async () => {
      let ended = 0;
      const onRecord = (): void => {
        ended += 1;
        if (ended === 40) killChildren('k6');
      };
      const run = await loadSandbox(MIXED, { engine: k6(1), onRecord });
      expect(run.partial).toBe(true);
      expect(run.load.brokenOff).toMatch(/^k6 ended after \d+ of \d+ payments \(killed/);
      expect(run.load.findings).toEqual([]);
      const { payments, succeeded, failed, indeterminate } = run.load.aggregate.counts;
      expect(payments).toBeGreaterThanOrEqual(40);
      expect(succeeded + failed + indeterminate).toBe(payments);
      const open = run.records.filter(({ outcome }) => outcome.kind === 'indeterminate');
      expect(open.map(({ outcome }) => 'resolved' in outcome)).not.toContain(false);
    },
  );

  it.skipIf(missing !== '')('refuses closed loops before anything is sent', async () => {
    const spec = {
      executors: [
        {
          name: 'loop',
          startMs: 0,
          gracefulStopMs: 0,
          kind: 'constant-vus' as const,
          vus: 2,
          durationMs: 1000,
        },
      ],
      thresholds: [],
      deadlineMs: 1000,
    };
    await expect(loadSandbox(QUICK, { spec, engine: k6(1) })).rejects.toThrow(
      'load.executors.loop: constant-vus starts payments when others end',
    );
  });
});

const QUICK = scenarioFrom(`
question: Do executors ask the same of both?
seed: 2
network:
  topology: {line: {nodes: 3}}
  capacity: 100000
traffic:
  - name: everyone
    arrivals: {constant: {perSecond: 10}}
    duration: 1s
    amounts: 3
    pairs: uniform
`);

const STEPS = scenarioFrom(`
question: Do steps wait for each other?
seed: 3
network:
  topology: {line: {nodes: 3}}
  capacity: 100000
steps:
  - pay: {from: n1, to: n3, amount: 5, times: 6}
traffic:
  - name: everyone
    arrivals: {constant: {perSecond: 20}}
    duration: 1s
    amounts: 3
    pairs: uniform
`);

// Children of this process by name, as Linux lists them.
function killChildren(name: string): void {
  for (const task of readdirSync('/proc/self/task')) {
    const children = readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean);
    for (const child of children)
      if (readFileSync(`/proc/${child}/comm`, 'utf8').trim() === name) process.kill(Number(child), 'SIGKILL');
  }
}

function abortingAfter(records: number, which: 'signal' | 'abort') {
  const controller = new AbortController();
  let ended = 0;
  return {
    [which]: controller.signal,
    onRecord: () => {
      ended += 1;
      if (ended === records) controller.abort();
    },
  };
}

function ratio({
  run,
  embedded,
  which,
  percent,
}: {
  readonly run: LoadRun;
  readonly embedded: LoadRun;
  readonly which: 'service' | 'response';
  readonly percent: number;
}): number {
  return (
    run.load.aggregate[which].percentileMs(percent) / embedded.load.aggregate[which].percentileMs(percent)
  );
}

function idsOf({ records }: LoadRun): readonly number[] {
  return records.map(({ operation }) => operation.id).sort((one, other) => one - other);
}

function whyMissing(): string {
  try {
    findK6(process.env);
    return '';
  } catch (error) {
    return ` (skipped: ${(error as Error).message.split('\n')[0]}; npm run k6:build)`;
  }
}
