import type { LoadRun } from '../../../model/run/run.ts';
import type { PerformedCheck } from '../../../model/load/load-result.ts';
import type { OperationRecord } from '../../../model/run/outcome.ts';
import type { Reading } from '../../../model/run/reading.ts';
import { judgeReadings } from '../load-judge.ts';
import { onCommonClock, zeroOf } from '../../../model/load/shard-clocks.ts';

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
