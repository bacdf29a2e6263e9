import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import { channelsOf } from '../../../src/model/network/channels-on-demand.ts';
import type { Exchange, Run } from '../../../src/model/run/run.ts';
import { packedRun } from '../../../src/report/explorer/pack-run.ts';
import { Figures } from '../../../src/report/figures/figures.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { BalanceTimeline, RunData } from '../../../src/report/explorer/run-data.ts';
import { packed, type PackedRun, unpacked } from '../../../src/report/explorer/packed-run.ts';
import { busyReplay } from '../../fixtures/busy-runs.ts';

const SCENARIO = `
question: Where is the money at each moment?
seed: 5
network: {topology: {star: {spokes: 6}}, capacity: 1_000_000_000_000_000_000_000, fees: {flat: 3}}
protocol: {blockTime: 1s, hopLatency: {lognormal: {median: 80ms, sigma: 0.5}}}
traffic: [{name: all, arrivals: {poisson: {perSecond: 20}}, duration: 10s, amounts: {uniform: {min: 1, max: 200_000_000_000_000_000_000}}}]
steps:
  - deposit: {from: hub, to: spoke1, totalDeposit: 2_000_000_000_000_000_000_000}
  - withdraw: {from: hub, to: spoke2, totalWithdraw: 1_000}
  - stop: spoke3
`;

const answered = (operation: number, responseBody: string): Exchange => ({
  operation,
  node: 'n1',
  method: 'POST',
  url: 'http://127.0.0.1:5001/',
  status: 200,
  responseBody,
  sentAtMs: 0,
  durationMs: 1,
});

describe('a packed run', () => {
  it('gives the balances of the end exactly, by every movement', async () => {
    const run = await example();
    const { data, timeline } = opened(run);
    expect(data.run.balances).toEqual({ kind: 'run', isEndKnown: true });
    expect(timeline.amiss).toBe(0);
    expect(held(timeline, data, Number.POSITIVE_INFINITY)).toEqual(balancesOf(run.end as Run['start']));
    expect(held(timeline, data, -1)).toEqual(startOf(run));
  });

  it('gives the balance of any moment: that of the start and what was unlocked until then', async () => {
    const run = await example();
    const { data, timeline } = opened(run);
    const key = data.channelNamed('spoke4-hub') as string;
    const { ends } = data.channel(key);
    const channel = data.run.channels.findIndex((each) => each.key === key);
    for (const atMs of [500, 3210, 7777]) {
      let balance = startOf(run)[channel]?.[0] as bigint;
      for (const { trace } of run.records)
        for (const hop of trace?.hops ?? [])
          if (hop.channel === key && hop.settled && (hop.unlockedAtMs as number) <= atMs)
            balance += hop.payer === ends[0] ? -hop.amount : hop.amount;
      expect(timeline.holdingsAt(key, atMs).balance[0]).toBe(balance);
    }
  });

  it('carries the exchanges of failures and differences before those of others, and says where those are', () => {
    const run = busyReplay({ payments: 4_500 });
    const exchanges = run.records.map(({ operation: { id } }) => answered(id, 'x'.repeat(8_000)));
    const { data } = opened({ ...run, exchanges });
    const { operations } = data.run;
    const carried = new Set(operations.filter(({ response }) => response !== '').map(({ id }) => id));
    const differing = new Set(
      run.comparison?.operations
        .filter(({ verdict }) => verdict !== 'agrees')
        .map(({ operation }) => operation),
    );
    const notable = run.records
      .filter(({ operation, outcome }) => outcome.kind !== 'succeeded' || differing.has(operation.id))
      .map(({ operation }) => operation.id);
    // Of each the address and 2,000 characters are carried.
    expect(carried.size).toBe(3956);
    expect(notable.length).toBeLessThan(3956);
    expect(notable.filter((each) => !carried.has(each))).toEqual([]);
    expect(operations.find(({ id }) => !carried.has(id))?.request).toContain('exchanges.ndjson');
  });

  it('carries all other exchanges beside one of millions of characters, of which it shows the first', () => {
    const run = busyReplay();
    const exchanges = run.records.map(({ operation: { id } }, index) =>
      answered(id, 'x'.repeat(index === 0 ? 9_000_000 : 8)),
    );
    const { data } = opened({ ...run, exchanges });
    expect(data.run.operations.filter(({ response }) => response === '')).toEqual([]);
  });

  it('keeps, of a run that is too large, what failed before all else', async () => {
    const run = await example();
    const many = Array.from({ length: 200 }, () => run.records).flat();
    const records = many.map((record, id) => ({ ...record, operation: { ...record.operation, id } }));
    const { operations, balances } = packedRun(new Figures({ ...run, records }));
    const failed = records.filter(({ outcome }) => outcome.kind === 'failed').length;
    expect(operations).toHaveLength(10_000);
    expect(operations.slice(0, failed).map(({ result }) => result)).toEqual(Array(failed).fill('failed'));
    expect(operations.slice(failed).filter(({ result }) => result === 'failed')).toEqual([]);
    expect(balances.kind).toBe('unknown');
  });

  it('shows predicted beside answered for a replay', () => {
    const run = busyReplay();
    const data = new RunData(wire(packedRun(new Figures(run))));
    const judged = run.comparison?.operations.find(({ verdict }) => verdict === 'differs');
    const row = data.rowOf(judged?.operation as number) as number;
    const { predicted, observed } = judged ?? {};
    expect(data.operation(row)).toMatchObject({ predicted, observed, verdict: 'differs' });
  });

  it('tells what a prediction moved at the times at which nodes answered', async () => {
    const prediction = await example();
    // The nodes take twice as long for everything, after a minute.
    const slow = (ms: number): number => 60_000 + 2 * ms;
    const records = prediction.records.map(({ trace: _trace, ...record }) => ({
      ...record,
      startedAtMs: slow(record.startedAtMs),
      endedAtMs: slow(record.endedAtMs),
    }));
    const told = packedRun(new Figures({ ...prediction, records, prediction }));
    const predicted = packedRun(new Figures(prediction));
    expect(predicted.hops.length).toBeGreaterThan(100);
    told.hops.forEach(({ lockedMs, unlockedMs }, hop) => {
      const model = predicted.hops[hop];
      expect(lockedMs).toBeCloseTo(slow(model?.lockedMs ?? 0), 2);
      if (unlockedMs >= 0) expect(unlockedMs).toBeCloseTo(slow(model?.unlockedMs ?? 0), 2);
    });
  });

  it('shows an operation as it went over the wire, where a replay kept that', () => {
    const run = busyReplay();
    const [first, second] = run.records.map(({ operation: { id } }) => id);
    const asked = { node: 'n1', method: 'POST', url: 'http://127.0.0.1:5001/api/v1/payments/T/N' };
    const exchanges = [
      {
        ...asked,
        operation: first as number,
        requestBody: '{"amount":"5"}',
        status: 409,
        responseBody: '<'.repeat(2_345),
        sentAtMs: 7,
        durationMs: 12,
      },
      { ...asked, operation: second as number, status: 0, error: 'reset', sentAtMs: 9, durationMs: 1_500 },
    ];
    const data = new RunData(wire(packedRun(new Figures({ ...run, exchanges }))));
    const said = (row: number | undefined): readonly string[] => {
      const { request, response } = data.operation(row as number);
      return [request, response];
    };
    expect(said(data.rowOf(first as number))).toEqual([
      'POST http://127.0.0.1:5001/api/v1/payments/T/N\n\n{"amount":"5"}',
      `409 after 12 ms\n\n${'<'.repeat(2_000)}… and 345 characters more`,
    ]);
    expect(said(data.rowOf(second as number))[1]).toBe('no answer within 1.5 s: reset');
    expect(said(2)).toEqual(['', '']);
  });
});

function example(): Promise<Run> {
  return simulate({ scenario: scenarioFrom(SCENARIO) });
}

// As the page carries it.
function wire(run: PackedRun): PackedRun {
  return unpacked(packed(run));
}

function opened(run: Run): { readonly data: RunData; readonly timeline: BalanceTimeline } {
  const data = new RunData(wire(packedRun(new Figures(run))));
  return { data, timeline: new BalanceTimeline(data) };
}

function held(
  timeline: BalanceTimeline,
  { run }: RunData,
  atMs: number,
): readonly (readonly [bigint, bigint])[] {
  return run.channels.map(({ key }) => timeline.holdingsAt(key, atMs).balance);
}

function startOf({ start }: Run): readonly (readonly [bigint, bigint])[] {
  return balancesOf(start);
}

function balancesOf(network: Run['start']): readonly (readonly [bigint, bigint])[] {
  const columns = channelsOf(network);
  return Array.from({ length: columns.length }, (_, row) => [
    columns.balance(row, 0),
    columns.balance(row, 1),
  ]);
}
