import type { PerformedCheck } from '../../model/load/load-result.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { LoadRun } from '../../model/run/run.ts';
import { judgeReadings } from './judge-load.ts';

// Clocks that are kept by NTP are within a tenth of a second of the truth; this leaves room for bad ones.
const CLOCK_ERROR_MS = 500;

/** Checks the payments of a load that is over by what its nodes show now, since when nothing else may have been paid. */
export function judgeNow(run: LoadRun, now: readonly Reading[]): LoadRun {
  const before = run.readings.filter(({ moment }) => moment === 'start');
  if (run.header.begunAt === undefined) return unknown(run, 'the run does not say when the load began');
  if (before.length === 0) return unknown(run, 'nobody looked at the nodes before the load began');
  if (run.partial && !run.readings.some(({ moment }) => moment === 'end'))
    return unknown(run, 'the load was cut off, and what it sent last may be written nowhere');
  const readings = [...before, ...now];
  const { clocks = 1 } = run.load;
  const records = clocks === 1 ? run.records : run.records.map(withClockError);
  const judged = judgeReadings({ ...run, records, readings });
  return {
    ...run,
    readings,
    end: judged.end,
    records: run.records.map((record, index) =>
      record.outcome.kind === 'indeterminate'
        ? { ...record, outcome: (judged.records[index] as OperationRecord).outcome }
        : record,
    ),
    load: { ...run.load, ...judged.load },
  };
}

// A payment that ended before another began by this much did so in truth, whichever machines sent the two.
function withClockError(record: OperationRecord): OperationRecord {
  const { startedAtMs, endedAtMs } = record;
  return { ...record, startedAtMs: startedAtMs - CLOCK_ERROR_MS, endedAtMs: endedAtMs + CLOCK_ERROR_MS };
}

function unknown(run: LoadRun, detail: string): LoadRun {
  const check: PerformedCheck = { name: 'after-load', verdict: 'unknown', detail };
  return { ...run, readings: [], load: { ...run.load, findings: [], checks: [check] } };
}
