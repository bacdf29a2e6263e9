import { byMoment } from '../../checks/readings/by-moment.ts';
import { happenedBefore } from '../../checks/readings/predicted-discrepancies.ts';
import { compareReadings, type ReadingComparison } from '../../checks/readings/reading-comparison.ts';
import { directoryOf } from '../../model/network/directory.ts';
import { toJson } from '../../model/json.ts';
import type { Network } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Moment, Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import type { Clock } from '../../ports/clock.ts';
import { drive } from '../drive/drive.ts';
import { networkAtEnd } from '../../model/network/network-as-shown.ts';
import type { TargetConnections } from '../target/connections.ts';
import type { SandboxControl } from '../target/sandbox-control.ts';
import { settleReadings } from './settle-readings.ts';
import { sleep } from '../drive/sleep.ts';

export interface DriveTargets {
  readonly prediction: Run;
  readonly start: Network;
  readonly operations: readonly Operation[];
  readonly connections: TargetConnections;
  readonly control: SandboxControl | undefined;
  /** The run's clock, `speed` times as fast as the wall. */
  readonly clock: Clock;
  readonly speed: number;
  readonly timing: TargetTiming;
  readonly onRecord: ((record: OperationRecord) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Drives the plan against the targets and takes the readings that the prediction took, at the same moments. */
export async function driveTargets(
  options: DriveTargets,
): Promise<Pick<Run, 'records' | 'readings' | 'end'>> {
  const { prediction, start, operations, connections, control, clock, signal } = options;
  const readings: Reading[] = [];
  const records: OperationRecord[] = [];
  const look = createLook(options, readings, records);
  connections.purpose('reading');
  await look('start');
  await drive({
    operations,
    nodes: connections.drivers,
    directory: directoryOf(start),
    clock,
    pace: prediction.header.pace,
    runControl: {
      stop: async (node) => await control?.stop(node),
      start: async (node) => await control?.start(node),
    },
    onRecord: (record) => {
      records.push(record);
      options.onRecord?.(record);
    },
    signal,
    afterEach: async (record) => {
      await look(record.operation.id);
      await untilKnown(record, options);
    },
  });
  if (!signal?.aborted) await look('end');
  return {
    records,
    readings,
    ...(signal?.aborted ? {} : { end: networkAtEnd(start, readings) }),
  };
}

function createLook(
  options: DriveTargets,
  readings: Reading[],
  records: readonly OperationRecord[],
): (moment: Moment) => Promise<void> {
  const { prediction, start, connections, clock, speed, timing, signal } = options;
  const comparison = compareReadings({
    predicted: prediction,
    observedStart: start,
    happenedBefore: (moment) => happenedBefore(moment, { records }),
  });
  const wanted = byMoment(prediction.readings);
  return async (moment) => {
    const taken = await settleReadings({
      moment,
      wanted: wanted.get(moment) ?? [],
      nodes: connections.readers,
      directory: directoryOf(start),
      comparison: prediction.header.pace === 'sequential' ? comparison : orQuiet(comparison, options),
      clock,
      speed,
      settleMs: timing.settleMs,
      confirm: typeof moment === 'number',
      signal,
    });
    readings.push(...taken);
    comparison.judge(moment, taken);
  };
}

// The next payment is planned when every node knows the balances that this one has left.
async function untilKnown(record: OperationRecord, { timing, clock, signal }: DriveTargets): Promise<void> {
  if (timing.view !== 'delayed') return;
  const knownMs = record.endedAtMs + timing.viewDelayMs;
  if (clock.nowMs() < knownMs) await sleep({ clock, ms: knownMs - clock.nowMs(), signal });
}

// Overlapping operations may end in other balances than predicted; then a view has settled when it stands still
// for this share of the time it has.
const QUIET_SHARE = 0.2;

function orQuiet(
  comparison: ReadingComparison,
  { clock, timing }: DriveTargets,
): Pick<ReadingComparison, 'agrees'> {
  const shown = new Map<string, { readonly text: string; readonly sinceMs: number }>();
  return {
    agrees(reading) {
      if (comparison.agrees(reading)) return true;
      const name = JSON.stringify([reading.moment, reading.node, reading.view]);
      const text = toJson(reading.value);
      const before = shown.get(name);
      const nowMs = clock.nowMs();
      if (before?.text !== text) shown.set(name, { text, sinceMs: nowMs });
      const isPending = reading.value.kind === 'pending' && reading.value.transfers.length > 0;
      return before?.text === text && !isPending && nowMs - before.sinceMs >= QUIET_SHARE * timing.settleMs;
    },
  };
}
