import { describe, expect, it } from 'vitest';
import { foresee } from '../../../src/verdict/bounds/foresee.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { contradicts } from '../../../src/model/load/load-aggregate.ts';
import type { Foreseen, OperationRecord } from '../../../src/model/run/operation.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { realTiming, type TargetTiming } from '../../../src/model/run/target-timing.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const TOPOLOGIES = [
  '{star: {spokes: 12}}',
  '{line: {nodes: 5}}',
  '{grid: {rows: 3, columns: 3}}',
  '{scale-free: {nodes: 30, channelsPerNode: 1}}',
  '{random: {nodes: 20, probability: 0.1}}',
];

describe('foreseeing outcomes when payments are sent', () => {
  it.each(
    TOPOLOGIES.flatMap((topology) =>
      ['exact', 'delayed', 'capacity'].map((view) => [topology, view] as const),
    ),
  )('an honest %s with %s views never contradicts what was certain', async (topology, view) => {
    for (const fees of ['{flat: 0}', '{flat: 1, proportionalPpm: 5_000}']) {
      const run = await busyRun({ topology, view, fees });
      const records = foreseen(run);
      expect(
        records.filter(contradicts).map((one) => `${one.operation.id} ${one.foreseen} ${one.outcome.kind}`),
      ).toEqual([]);
    }
  });

  it.each(TOPOLOGIES)('nor does an honest %s of nodes that do not keep up', async (topology) => {
    const processingTime = '{lognormal: {median: 300ms, sigma: 1}}';
    const run = await busyRun({ topology, processingTime });
    expect(foreseen(run).filter(contradicts)).toEqual([]);
  });

  it.each(
    TOPOLOGIES.flatMap((topology) =>
      [undefined, '{lognormal: {median: 300ms, sigma: 1}}'].map((time) => [topology, time] as const),
    ),
  )(
    'nor an honest %s of which only the answers tell how slow it is (%s)',
    async (topology, processingTime) => {
      const run = await busyRun({
        topology,
        ...(processingTime && { processingTime }),
      });
      expect(foreseen(run, realTiming({ run: 1 })).filter(contradicts)).toEqual([]);
    },
  );

  it('stays certain to the end of a load on nodes that are no sandbox', async () => {
    const run = await busyRun({
      topology: '{star: {spokes: 3}}',
      capacity: 1_000_000,
      ratePerSecond: 100,
    });
    const late = foreseen(run, realTiming({ run: 1 })).slice(-100);
    expect(late.filter((record) => record.foreseen === 'must-succeed').length).toBeGreaterThan(90);
  });

  it('a lock that expires in front of a busy node was no certain success', async () => {
    const slow = { processingTime: '1s', blockTime: '500ms', capacity: 1_000_000 };
    const run = { topology: '{line: {nodes: 2}}', ...slow };
    const records = foreseen(await busyRun(run));
    const expired = records.filter(
      ({ outcome }) => outcome.kind === 'failed' && outcome.reason === 'lock-expired',
    );
    expect(expired.length).toBeGreaterThan(0);
    expect(records.filter(contradicts)).toEqual([]);
  });

  it('knows for certain how a good part of a star’s payments end, although they overlap', async () => {
    const records = foreseen(await busyRun({ topology: TOPOLOGIES[0] ?? '' }));
    const share = (what: Foreseen): number =>
      records.filter((record) => record.foreseen === what).length / records.length;
    expect(share('must-succeed')).toBeGreaterThan(0.2);
    expect(share('must-fail')).toBeGreaterThan(0.05);
  });

  it.each([
    ['a line', '{line: {nodes: 5}}'],
    ['a mesh', '{grid: {rows: 3, columns: 3}}'],
    ['a scale-free network', '{scale-free: {nodes: 20, channelsPerNode: 2}}'],
  ])('knows that everything succeeds in %s with money enough on every way', async (_name, topology) => {
    const records = foreseen(
      await busyRun({ topology, view: 'delayed', capacity: 100_000, ratePerSecond: 15 }),
    );
    expect(new Set(records.map((record) => record.foreseen))).toEqual(new Set(['must-succeed']));
  });

  it('stays certain however many payments a second the sender unlocks before it answers', async () => {
    const topology = '{line: {nodes: 2}}';
    const run = await busyRun({ topology });
    const [first] = run.records;
    if (first?.operation.kind !== 'pay') throw new Error('no payment');
    const forecast = foresee(run.start, { ...run.header.scenario.protocol, maxPendingLocks: 2 });
    const said = new Set<Foreseen | undefined>();
    for (let id = 0; id < 20; id += 1) {
      const operation = { ...first.operation, id, node: 'n1', target: 'n2', amount: 1n };
      said.add(forecast.sent?.(operation, id));
      forecast.ended?.({ ...first, operation, endedAtMs: id, outcome: { kind: 'succeeded', status: 200 } });
    }
    expect([...said]).toEqual(['must-succeed']);
  });

  it.each(['{grid: {rows: 3, columns: 3}}', '{star: {spokes: 6}}'])(
    'an honest %s with few locks and slow messages never contradicts what was certain',
    async (topology) => {
      const run = await busyRun({
        topology,
        view: 'delayed',
        capacity: 20_000,
        ratePerSecond: 60,
        maxPendingLocks: 8,
      });
      expect(foreseen(run).filter(contradicts)).toEqual([]);
    },
  );

  it('takes back what something sent later may have changed', async () => {
    const { start, header, records } = await busyRun({
      topology: '{line: {nodes: 2}}',
    });
    const forecast = foresee(start, header.scenario.protocol);
    const pay = (id: number, [node, target]: readonly [string, string], amount: bigint): OperationRecord => {
      const [first] = records;
      if (first?.operation.kind !== 'pay') throw new Error('no payment');
      const operation = { ...first.operation, id, node, target, amount, identifier: BigInt(id + 1) };
      const said = forecast.sent?.(operation, id);
      return { ...first, operation, ...(said === undefined ? {} : { foreseen: said }) };
    };
    const impossible = pay(1, ['n1', 'n2'], 70n);
    expect(impossible.foreseen).toBe('must-fail');
    const back = pay(2, ['n2', 'n1'], 30n);
    expect(forecast.still?.(impossible)).toBe('may-either');
    expect(forecast.still?.(back)).toBe('must-succeed');
    pay(3, ['n2', 'n1'], 30n);
    expect(forecast.still?.(back)).toBe('may-either');
  });

  it('is certain of nothing any more once a channel was opened under load', async () => {
    const run = await busyRun({ topology: '{line: {nodes: 3}}' });
    const forecast = foresee(run.start, run.header.scenario.protocol);
    const [first, second] = run.records;
    if (first === undefined || second === undefined) throw new Error('no records');
    expect(forecast.sent?.(first.operation, 0)).toBe('must-succeed');
    forecast.sent?.({ id: 1, kind: 'leave', node: 'n0', token: 'TOK', atMs: 0, origin: 'steps[0]' }, 0);
    expect(forecast.sent?.(second.operation, 1)).toBe('may-either');
    expect(forecast.still?.({ ...first, foreseen: 'must-succeed' })).toBe('may-either');
  });
});

function busyRun({
  topology,
  view = 'exact',
  fees = '{flat: 0}',
  processingTime = '0s',
  blockTime = '15s',
  capacity = 100,
  ratePerSecond = 3,
  maxPendingLocks = 160,
}: {
  readonly topology: string;
  readonly view?: string;
  readonly fees?: string;
  readonly processingTime?: string;
  readonly blockTime?: string;
  readonly capacity?: number;
  readonly ratePerSecond?: number;
  readonly maxPendingLocks?: number;
}): Promise<Run> {
  return simulate({
    scenario: scenarioFrom(`
question: what is certain?
seed: 3
network: {topology: ${topology}, capacity: ${capacity}, fees: ${fees}}
protocol: {view: ${view}, viewDelay: 3s, hopLatency: {uniform: {min: 1ms, max: 300ms}}, maxPendingLocks: ${maxPendingLocks}, processingTime: ${processingTime}, blockTime: ${blockTime}}
traffic:
  - arrivals: {poisson: {perSecond: ${ratePerSecond}}}
    count: 400
    amounts: {uniform: {min: 1, max: 60}}
`),
  });
}

/** The run's records, each with what a forecast said that saw sends and ends in the order they happened. */
function foreseen({ header, start, records }: Run, timing?: TargetTiming): readonly OperationRecord[] {
  const forecast = foresee(start, header.scenario.protocol, timing);
  const said = new Map<number, Foreseen | undefined>();
  const happened = [
    ...records.map((record) => ({ record, atMs: record.startedAtMs, isEnd: false })),
    ...records.map((record) => ({ record, atMs: record.endedAtMs, isEnd: true })),
  ].sort((one, other) => one.atMs - other.atMs || Number(one.isEnd) - Number(other.isEnd));
  for (const { record, atMs, isEnd } of happened) {
    const { id } = record.operation;
    if (!isEnd) said.set(id, forecast.sent?.(record.operation, atMs));
    else {
      said.set(id, forecast.still?.(record) ?? said.get(id));
      forecast.ended?.(record);
    }
  }
  return records.map((record) => {
    const is = said.get(record.operation.id);
    return is === undefined ? record : { ...record, foreseen: is };
  });
}
