import { earlierTransfers, withoutEarlier } from '../../model/earlier-transfers.ts';
import type { LoadResult, PerformedCheck } from '../../model/load/load-result.ts';
import { resolvedFigures } from '../../model/load/resolved-counts.ts';
import { networkAtEnd } from '../../model/run/network-as-shown.ts';
import type { Reading } from '../../model/run/reading.ts';
import { type Run, timingOf, type LoadRun } from '../../model/run/run.ts';
import { judgementOf } from '../../verdict/check.ts';
import { deadEndsIn, deadEndText } from '../../verdict/failures/dead-ends.ts';
import { judgeCourse } from '../../verdict/failures/load-course.ts';
import { checkLoad } from '../../verdict/load-checks.ts';
import { atRest } from '../../verdict/rules/at-rest.ts';
import { HeldLooks, locksAtEnd } from '../../verdict/facts/held-locks.ts';
import { resolveOutcomes } from '../../verdict/timeline/resolve-outcomes.ts';
import { judgeThresholds } from '../../verdict/performance/judge-thresholds.ts';
import type { OnPhase } from '../phase.ts';
import type { TargetConnections } from '../targets/connections.ts';
import { type LoadReads, readAll, readPending, untilAtRest } from './load-readings.ts';
import { probeRecovery } from './probe-recovery.ts';
import type { OperationRecord } from '../../model/run/operation.ts';

/** A load whose last payment has ended. */
export interface EndedLoad
  extends Omit<LoadReads, 'timing' | 'readings' | 'connections'>,
    Pick<Run, 'header' | 'records' | 'readings'> {
  readonly connections: Pick<TargetConnections, 'readers' | 'preparers' | 'askAgain'>;
  /** The result by its own payments, and what was seen while it ran. */
  readonly load: LoadResult;
  readonly onPhase?: OnPhase | undefined;
}

/** The part of a run that judging adds; `load` is its part of the load. */
interface JudgedLoad extends Pick<Run, 'records' | 'readings' | 'end'> {
  readonly load: Pick<LoadResult, 'findings' | 'checks'> &
    Partial<Pick<LoadResult, 'thresholds' | 'course' | 'aftermath'>>;
}

/**
 * Judges a load whose last payment has ended: waits until nothing is pending, reads everything, judges it, and then
 * pays a little to see whether the targets recover.
 */
export async function judgeLoad(load: EndedLoad): Promise<JudgedLoad> {
  const { header, start, records, readings: before, clock, signal } = load;
  const reads: LoadReads = { ...load, timing: timingOf(header) };
  if (signal?.aborted) return { records, readings: before, load: notChecked(BROKEN_OFF) };
  const held = new HeldLooks({ start, endedAtMs: clock.nowMs() });
  const { isSettled, looks } = await untilAtRest(reads, held);
  load.onPhase?.('reading-after');
  const readings = [...before, ...looks, ...(await readAll(load, 'end'))];
  if (signal?.aborted || !isSettled) {
    const unjudged = signal?.aborted ? notChecked(BROKEN_OFF) : notChecked(TOO_EARLY, 'unknown');
    return { records, readings, load: { ...unjudged, aftermath: held.aftermath } };
  }
  load.onPhase?.('judging');
  const judged = judgeReadings({ ...load, readings });
  load.onPhase?.('recovering');
  const run: Run = { ...load, ...judged, readings, partial: false, load: load.load };
  const look = async (): Promise<void> => held.add(await readPending(load), clock.nowMs());
  const recovery = await probeRecovery(
    {
      ...load,
      ...judged,
      held: locksAtEnd(run),
      stuck: stuckText(run),
      earlier: earlierText(run),
      dead: deadTexts(run),
    },
    look,
  );
  // The last look shows whether locks grow or shrink without load.
  if (held.isHolding) await look();
  const findings = [...judged.load.findings, ...recovery.findings];
  const checks = [...judged.load.checks, recovery.check];
  return { ...judged, readings, load: { ...judged.load, findings, checks, aftermath: held.aftermath } };
}

// Counts payments of which another finding tells too.
function stuckText(run: Run): string | undefined {
  const stuck = judgementOf(atRest, run).clues.length;
  return stuck === 0 ? undefined : `transfers of ${stuck} payments are pending that should be gone`;
}

// A payment that its payer took and lost came to no channel.
function deadTexts(run: Run): readonly string[] {
  return deadEndsIn(run)
    .filter(({ earlier }) => earlier === 0)
    .map((end) => deadEndText(end));
}

// Names the payments that were pending before the load and still are.
function earlierText({ start, readings }: Pick<Run, 'start' | 'readings'>): string | undefined {
  const later = withoutEarlier(readings);
  const count = (reading: Reading): number =>
    reading.value.kind === 'pending' ? reading.value.transfers.length : 0;
  const isHeld = readings.some(
    (reading) => reading.moment === 'end' && count(reading) > count(later(reading)),
  );
  if (!isHeld) return undefined;
  const { payments, channels } = earlierTransfers({ start, readings });
  return `${payments} payments from before the load are pending in ${channels.join(', ')}`;
}

const BROKEN_OFF = 'the load was broken off';
const TOO_EARLY = 'something was still on its way when the wait for it was cut short';

function notChecked(
  detail: string,
  verdict: 'not-checked' | 'unknown' = 'not-checked',
): Pick<LoadResult, 'findings' | 'checks'> {
  return { findings: [], checks: [{ name: 'after-load', verdict, detail }] };
}

/**
 * Judges a load by what its targets showed before and after it, asking them nothing: payments without an answer are
 * resolved, everything is checked, and the thresholds are judged by the counts that follow.
 */
export function judgeReadings(
  run: Pick<Required<Run>, 'header' | 'start' | 'records' | 'readings' | 'load'>,
): Pick<Required<Run>, 'records' | 'end'> & {
  readonly load: Pick<LoadResult, 'findings' | 'checks' | 'thresholds' | 'course'>;
} {
  const records = resolveOutcomes(run);
  const end = networkAtEnd(run.start, run.readings);
  const judged = checkLoad({ ...run, records, end, partial: false });
  const findings = judged.flatMap((one) => one.findings);
  const { spec, aggregate, watch } = run.load;
  const figures = resolvedFigures(aggregate, records);
  const thresholds = judgeThresholds(spec.thresholds, figures);
  const course = judgeCourse(figures.series, watch);
  return { records, end, load: { findings, checks: judged.map(({ check }) => check), thresholds, course } };
}

// Clocks that are kept by NTP are within a tenth of a second of the truth; this leaves room for bad ones.
const CLOCK_ERROR_MS = 500;

/** Checks the payments of a load that is over by what its nodes show now, since when nothing else may have been paid. */
export function judgeNow(run: LoadRun, now: readonly Reading[]): LoadRun {
  const before = run.readings.filter(({ moment }) => moment === 'start');
  if (run.header.begunAt === undefined) return unknown(run, 'the run does not say when the load began');
  if (before.length === 0) return unknown(run, 'nobody looked at the nodes before the load began');
  if (run.partial && !run.readings.some(({ moment }) => moment === 'end'))
    return unknown(run, 'the load was cut off, and its last payments may be missing from the record');
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
