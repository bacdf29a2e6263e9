import { InputError } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { DriverHealth, PerformedCheck, ShardSpec } from '../../model/load/load-result.ts';
import { onCommonClock, zeroOf } from '../../model/load/shard-clocks.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Plan } from '../../model/run/plan.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { LoadRun } from '../../model/run/run.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { judgeReadings } from './judge-load.ts';
import { toldByPayments } from './load-fold.ts';

/** A shard, and what people call it. */
export interface NamedShard {
  readonly name: string;
  readonly run: LoadRun;
}

/**
 * Joins the parts of one load into the run it would have been in one process: thresholds and checks are judged once,
 * on everything; `now` is what the targets show since. Throws InputError when parts are missing, of different loads, or
 * each had nodes of its own.
 */
export function mergeShards(shards: readonly NamedShard[], now?: readonly Reading[]): LoadRun {
  const runs = inOrder(shards);
  const first = runs[0] as LoadRun;
  const { spec, engine } = first.load;
  const aggregate = new LoadAggregate();
  for (const { load } of runs) aggregate.merge(load.aggregate);
  const { shard: _shard, ...header } = first.header;
  const isWhole = runs.every(({ load }) => load.kept.kind === 'all');
  const driver = addedHealth(runs.flatMap(({ load }) => load.driver ?? []));
  const abortedBy = runs.find(({ load }) => load.abortedBy !== undefined)?.load.abortedBy;
  const kept = { kind: isWhole ? 'all' : 'sample', of: aggregate.counts.operations } as const;
  const joined: LoadRun = {
    header: { ...header, startedAt: runs.map((run) => run.header.startedAt).toSorted()[0] as string },
    start: first.start,
    ...addedPlans(runs.map(({ plan }) => plan)),
    records: runs.flatMap(({ records }) => records),
    readings: [],
    partial: runs.some(({ partial }) => partial),
    load: {
      ...toldByPayments({ spec, engine, aggregate, kept }),
      ...withoutUndefined({ driver, abortedBy }),
    },
  };
  return judgeShards(runs, joined, now);
}

function inOrder(shards: readonly NamedShard[]): readonly LoadRun[] {
  const alone = shards.find(({ run }) => run.header.sandbox === true);
  if (alone !== undefined)
    throw new InputError({
      place: { file: alone.name },
      message: 'paid simulated nodes of its own (--sandbox), which the other shards never saw',
      hint: 'Start nodes for all with millrace serve --write-nodes nodes.yaml, and give every shard --nodes nodes.yaml.',
    });
  const sorted = shards.toSorted((one, other) => shardOf(one).index - shardOf(other).index);
  const first = sorted[0] as NamedShard;
  const { of } = shardOf(first);
  const load = loadText(first);
  sorted.forEach((shard, at) => {
    const place = { file: shard.name };
    const { index } = shardOf(shard);
    if (shardOf(shard).of !== of || loadText(shard) !== load)
      throw new InputError({
        place,
        message: `is no part of the same load as ${first.name}: scenario, seed, load or number of shards differ`,
        hint: 'Join the shards of one load at a time.',
      });
    const before = sorted[at - 1];
    if (before && shardOf(before).index === index)
      throw new InputError({
        place,
        message: `is shard ${index} as well as ${before.name}`,
        hint: 'Give each shard once.',
      });
  });
  if (sorted.length === of) return sorted.map(({ run }) => run);
  const given = new Set(sorted.map((shard) => shardOf(shard).index));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((index) => !given.has(index));
  throw new InputError({
    message: `shard ${missing.join(', ')} of ${of} is missing: a verdict on a part would look like one on the whole`,
    hint: 'Give the folders of all shards.',
  });
}

function shardOf({ name, run }: NamedShard): ShardSpec {
  const { shard } = run.load;
  if (shard === undefined)
    throw new InputError({ place: { file: name }, message: 'is a whole load, not a shard of one' });
  return shard;
}

// Two shards belong to the same load when plan and conditions are the same.
function loadText({ run: { header, load } }: NamedShard): string {
  const { executors, thresholds } = load.spec;
  return toJson([
    header.scenario.name,
    header.seed,
    header.scenario.traffic,
    executors,
    thresholds,
    load.engine,
  ]);
}

// Known only when every shard says it.
function addedPlans(plans: readonly (Plan | undefined)[]): { readonly plan?: Plan } {
  if (!plans.every((plan) => plan !== undefined)) return {};
  const ids = plans.flatMap((plan) => plan.ids ?? []);
  const given = plans.reduce((sum, plan) => sum + (plan.given ?? 0), 0);
  return { plan: plans.every((plan) => plan.ids !== undefined) ? { ids, given } : { given } };
}

function addedHealth(parts: readonly DriverHealth[]): DriverHealth | undefined {
  if (parts.length === 0) return undefined;
  return {
    cpuMs: parts.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    wallMs: Math.max(...parts.map(({ wallMs }) => wallMs)),
    // Of the one that needed most: they may run on different machines.
    peakMemoryBytes: Math.max(...parts.map(({ peakMemoryBytes }) => peakMemoryBytes)),
    peakInFlight: parts.reduce((sum, { peakInFlight }) => sum + peakInFlight, 0),
  };
}

/**
 * Checks the payments of all shards together, by what the shard that began first read before, and the one that
 * looked last read after; `now`: or by what the targets show since. Their own clocks say which these are.
 */
export function judgeShards(runs: readonly LoadRun[], joined: LoadRun, now?: readonly Reading[]): LoadRun {
  const begins = runs.map(({ header }) => zeroOf(header));
  if (!begins.every((begin) => begin !== undefined))
    return unknown(joined, 'not every shard says when it began');
  const zero = Math.min(...begins);
  const first = runs[begins.indexOf(zero)] as LoadRun;
  const { start } = first;
  const before = first.readings.filter(({ moment }) => moment === 'start');
  if (before.length === 0) return unknown(joined, `nobody looked at the nodes before ${nameOf(first)} began`);
  const cut = runs.find((run) => run.partial && endReadings(run).length === 0);
  if (cut !== undefined && now !== undefined)
    return unknown(joined, `${nameOf(cut)} was cut off, and what it sent last may be written nowhere`);
  const after = now ?? readLast(runs, begins);
  if (after === undefined) {
    const missing = runs.filter((run) => endReadings(run).length === 0).map(nameOf);
    const why = `${missing.join(', ')} ended without a look at the nodes; --nodes with a node list looks now, if nothing else was paid since`;
    return unknown(joined, why);
  }
  const readings = [...before, ...after];
  const records = runs.flatMap((run) => run.records);
  const clocked =
    runs.length === 1
      ? records
      : runs.flatMap((run, index) =>
          run.records.map((record) => onCommonClock(record, (begins[index] ?? zero) - zero)),
        );
  const judged = judgeReadings({ ...joined, start, records: clocked, readings });
  return {
    ...joined,
    start,
    readings,
    end: judged.end,
    records: byEnd(records.map(resolvedAs(judged.records))),
    load: { ...joined.load, ...judged.load },
  };
}

// The shard that looked last did so after a pause in which every other had ended, if all of them looked.
function readLast(runs: readonly LoadRun[], begins: readonly number[]): readonly Reading[] | undefined {
  let last: { readonly atMs: number; readonly readings: readonly Reading[] } | undefined;
  for (const [index, run] of runs.entries()) {
    const readings = endReadings(run);
    if (readings.length === 0) return undefined;
    const atMs = (begins[index] ?? 0) + Math.min(...readings.map((reading) => reading.atMs));
    if (last === undefined || atMs > last.atMs) last = { atMs, readings };
  }
  return last?.readings;
}

function endReadings({ readings }: LoadRun): readonly Reading[] {
  return readings.filter(({ moment }) => moment === 'end');
}

function resolvedAs(judged: readonly OperationRecord[]) {
  return (record: OperationRecord, index: number): OperationRecord =>
    record.outcome.kind === 'indeterminate'
      ? { ...record, outcome: (judged[index] as OperationRecord).outcome }
      : record;
}

function byEnd(records: readonly OperationRecord[]): readonly OperationRecord[] {
  return records.toSorted((one, other) => one.endedAtMs - other.endedAtMs);
}

function nameOf({ load: { shard } }: LoadRun): string {
  return shard === undefined ? 'the load' : `shard ${shard.index}`;
}

function unknown(joined: LoadRun, why: string): LoadRun {
  const check: PerformedCheck = { name: 'after-load', verdict: 'unknown', detail: why };
  const { records, load } = joined;
  return {
    ...joined,
    records: byEnd(records),
    readings: [],
    load: { ...load, findings: [], checks: [check] },
  };
}
