import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_K6 } from './no-k6.ts';
import { createK6Engine } from '../../../src/cli/k6/k6-engine.ts';
import type { LoadRun } from '../../../src/model/run/run.ts';
import { load } from '../../../src/jobs/load/load.ts';
import { inSandbox, loadLiedTo } from '../../fixtures/in-sandbox.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { countsOf, loadSandbox, MIXED, mixed, specOf } from '../../jobs/k6-fixture.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const itWithK6 = it.skipIf(NO_K6 !== '');
const k6 = (parallelism: number) => createK6Engine(process.env, parallelism);

// Side by side: most of their time they wait for k6 to start and for answers.
describe.concurrent(`k6 as the engine${NO_K6}`, () => {
  itWithK6(
    'gives the outcomes of the embedded driver, with times that agree with what the nodes and this process saw',
    async () => {
      const { run, moments } = await seenFromBothSides();
      expect(run.load.engine).toBe('k6');
      expect(countsOf(run)).toEqual(countsOf(await loadSandbox(MIXED, { figuresOnly: true })));
      expect(moments).toHaveLength(run.load.aggregate.counts.payments);
      for (const { intended, started, heard, answered, ended, recorded } of moments) {
        expect(started - intended).toBeGreaterThanOrEqual(0);
        expect(heard - started).toBeGreaterThan(-WHOLE_MS);
        expect(ended - answered).toBeGreaterThan(-WHOLE_MS);
        expect(recorded - ended).toBeGreaterThan(-WHOLE_MS);
      }
      const { service, response } = run.load.aggregate;
      const own = (from: 'started' | 'intended') => moments.map((one) => one.ended - one[from]);
      for (const percent of [50, 90, 95, 99]) {
        expect(service.percentileMs(percent) / percentile(own('started'), percent)).toBeCloseTo(1, 1);
        expect(response.percentileMs(percent) / percentile(own('intended'), percent)).toBeCloseTo(1, 1);
      }
    },
  );

  itWithK6('divided into four segments sends every payment exactly once', async () => {
    const [whole, divided] = await Promise.all([
      loadSandbox(MIXED, { figuresOnly: true }),
      loadSandbox(MIXED, { engine: k6(4), figuresOnly: true }),
    ]);
    expect(countsOf(divided)).toEqual(countsOf(whole));
    expect(idsOf(divided)).toEqual(idsOf(whole));
  });

  itWithK6('keeps no credential that an answer repeats', async () => {
    const refusing: Lie = async (heard) =>
      heard.method === 'POST'
        ? { status: 409, json: { errors: 'no such key: tok-123456789' } }
        : await heard.forward();
    const run = await inSandbox(
      QUICK,
      ({ targets: urls, pathFindingUrl: controlUrl }) => {
        const headers = { Authorization: 'Bearer tok-123456789' };
        const targets = Object.fromEntries(
          Object.entries(urls).map(([name, baseUrl]) => [name, { baseUrl, headers }]),
        );
        return load({ scenario: QUICK, targets, controlUrl, engine: k6(1), figuresOnly: true });
      },
      { lie: refusing },
    );
    const [{ outcome } = {}] = run.records;
    expect(outcome).toMatchObject({ kind: 'failed', message: 'no such key: ***' });
  });

  itWithK6('sends what executors with a rate ask for', async () => {
    const rate = { rate: 50, timeUnitMs: 1000, durationMs: 1000, maxVus: 1000 };
    const spec = specOf({ kind: 'constant-arrival-rate', ...rate });
    const figures = { spec, figuresOnly: true };
    const embedded = await loadSandbox(QUICK, figures);
    expect(countsOf(await loadSandbox(QUICK, { ...figures, engine: k6(1) }))).toEqual(countsOf(embedded));
  });

  itWithK6('sends steps one after the other, also when segments share the rest', async () => {
    const run = await loadSandbox(STEPS, { engine: k6(2), figuresOnly: true });
    expect(countsOf(run)).toEqual(countsOf(await loadSandbox(STEPS, { figuresOnly: true })));
    const steps = run.records.filter(({ operation }) => operation.origin.startsWith('steps'));
    expect(steps.map(({ operation }) => operation.id)).toEqual(
      steps.map(({ operation }) => operation.id).toSorted((one, other) => one - other),
    );
    // k6 tells whole milliseconds, rounded down.
    for (const [index, { startedAtMs }] of steps.entries())
      expect(startedAtMs).toBeGreaterThanOrEqual((steps[index - 1]?.endedAtMs ?? 0) - 1);
  });

  itWithK6('stops sending when asked to, and lets what is in flight end', async () => {
    const stopping = abortingAfter(60, 'signal');
    const run = await loadSandbox(LONG, { engine: k6(1), figuresOnly: true, ...stopping });
    const { payments, indeterminate } = run.load.aggregate.counts;
    expect(payments).toBeGreaterThanOrEqual(60);
    // Of nine thousand.
    expect(payments).toBeLessThan(4_500);
    expect(indeterminate).toBe(0);
    expect(run.partial).toBe(true);
  });

  itWithK6('when cut off counts what was in flight as indeterminate, none as lost', async () => {
    const run = await loadSandbox(LONG, { engine: k6(1), ...abortingAfter(60, 'abort') });
    const { payments, succeeded, failed, indeterminate } = run.load.aggregate.counts;
    expect(indeterminate).toBeGreaterThan(0);
    expect(succeeded + failed + indeterminate).toBe(payments);
    expect([...run.load.aggregate.reasons.keys()]).toContain('interrupted');
  });

  itWithK6('refuses closed loops before anything is sent', async () => {
    const spec = specOf({ kind: 'constant-vus', vus: 2, durationMs: 1000 });
    await expect(loadSandbox(QUICK, { spec, engine: k6(1) })).rejects.toThrow(
      'load.executors.only: constant-vus starts payments when others end',
    );
  });
});

// By itself: every k6 of this process is killed.
describe(`k6 as the engine, once more${NO_K6}`, () => {
  itWithK6('killed in the middle leaves a partial run that is judged, and says so', async () => {
    let ended = 0;
    const onRecord = (): void => {
      ended += 1;
      if (ended === 40) killChildren('k6');
    };
    const run = await loadSandbox(LONG, { engine: k6(1), onRecord });
    expect(run.partial).toBe(true);
    expect(run.load.brokenOff).toMatch(/^k6 ended after \d+ of \d+ payments \(killed/);
    expect(run.load.findings).toEqual([]);
    const { payments, succeeded, failed, indeterminate } = run.load.aggregate.counts;
    expect(payments).toBeGreaterThanOrEqual(40);
    expect(succeeded + failed + indeterminate).toBe(payments);
    const open = run.records.filter(({ outcome }) => outcome.kind === 'indeterminate');
    expect(open.map(({ outcome }) => 'resolved' in outcome)).not.toContain(false);
  });
});

// Nine thousand payments, of which few are sent.
const LONG = mixed('60s');

const line = (text: string) =>
  scenarioFrom(`
question: Do both ask the same, and do steps wait for each other?
seed: 2
network: {topology: {line: {nodes: 3}}, capacity: 100000}
traffic: [{name: everyone, arrivals: {constant: {perSecond: 15}}, duration: 1s, amounts: 3, pairs: uniform}]
${text}
`);
const QUICK = line('');
const STEPS = line('steps: [{pay: {from: n1, to: n3, amount: 5, times: 6}}]');

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

// Clocks of whole milliseconds on both sides, rounded down.
const WHOLE_MS = 4;

/** Moments of one payment, Unix milliseconds. */
interface Moments {
  readonly intended: number;
  readonly started: number;
  /** By its node, through a proxy. */
  readonly heard: number;
  readonly answered: number;
  readonly ended: number;
  /** By this process. */
  readonly recorded: number;
}

/** A load by k6 with what its nodes and this process saw of each payment meanwhile: any machine keeps to that order. */
async function seenFromBothSides(): Promise<{ readonly run: LoadRun; readonly moments: readonly Moments[] }> {
  const byNodes = new Map<string, Pick<Moments, 'heard' | 'answered'>>();
  const recorded = new Map<number, number>();
  const lie: Lie = async (request) => {
    const heard = Date.now();
    const reply = await request.forward();
    if (request.method === 'POST')
      byNodes.set(String(request.body['identifier']), { heard, answered: Date.now() });
    return reply;
  };
  const run = await loadLiedTo(MIXED, lie, {
    engine: k6(1),
    figuresOnly: true,
    onRecord: ({ operation }) => void recorded.set(operation.id, Date.now()),
  });
  const zero = Date.parse(run.header.begunAt ?? '');
  const moments = run.records.flatMap(({ operation, intendedAtMs = Number.NaN, startedAtMs, endedAtMs }) => {
    const seen = operation.kind === 'pay' ? byNodes.get(operation.identifier.toString()) : undefined;
    if (seen === undefined) return [];
    const [intended, started, ended] = [zero + intendedAtMs, zero + startedAtMs, zero + endedAtMs];
    return [{ ...seen, intended, started, ended, recorded: recorded.get(operation.id) ?? Number.NaN }];
  });
  return { run, moments };
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

function idsOf({ records }: LoadRun): readonly number[] {
  return records.map(({ operation }) => operation.id).sort((one, other) => one - other);
}
