import { ownHistories } from '../../checks/history/own-histories.ts';
import { byMoment } from '../../checks/readings/by-moment.ts';
import { happenedBefore } from '../../checks/readings/predicted-discrepancies.ts';
import { compareReadings, type ReadingComparison } from '../../checks/readings/reading-comparison.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { directoryOf } from '../../model/network/directory.ts';
import { toJson } from '../../model/json.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Moment, Reading } from '../../model/run/reading.ts';
import type { Run, RunHeader } from '../../model/run/run.ts';
import type { Clock } from '../../ports/clock.ts';
import { drive } from '../drive/drive.ts';
import { networkAsShown } from '../target/network-as-shown.ts';
import type { ReplayConnections } from '../target/connections.ts';
import type { SandboxControl } from '../target/sandbox-control.ts';
import { settleReadings } from '../target/settle-readings.ts';
import { sleep } from '../drive/sleep.ts';

export interface DriveTargets {
  readonly prediction: Run;
  readonly start: Network;
  readonly operations: readonly Operation[];
  readonly dialects: RunHeader['dialects'];
  readonly connections: ReplayConnections;
  readonly control: SandboxControl | undefined;
  /** The run's clock, `speed` times as fast as the wall. */
  readonly clock: Clock;
  readonly speed: number;
  readonly settleMs: number;
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
  const failed = new Set<number>();
  const look = createLook(options, readings, { records, failed });
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
      if (record.outcome.kind === 'failed') failed.add(record.operation.id);
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
    ...(signal?.aborted ? {} : { end: networkAsShown(start, listsAtEnd(readings)) }),
  };
}

function createLook(
  options: DriveTargets,
  readings: Reading[],
  { records, failed }: { readonly records: readonly OperationRecord[]; readonly failed: ReadonlySet<number> },
): (moment: Moment) => Promise<void> {
  const { prediction, start, operations, dialects, connections, clock, speed, settleMs, signal } = options;
  const own = ownHistories({ dialects, start, operations, hasFailed: (id) => failed.has(id) });
  const compared = compareReadings({
    predicted: { start: prediction.start, readings: prediction.readings.map(own) },
    observedStart: start,
    happenedBefore: (moment) => happenedBefore(moment, { records }),
  });
  const comparison: ReadingComparison = {
    agrees: (reading) => compared.agrees(own(reading)),
    judge: (moment, taken) => compared.judge(moment, taken.map(own)),
  };
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
      deadlineMs: settleMs,
      confirm: typeof moment === 'number',
      signal,
    });
    readings.push(...taken);
    comparison.judge(moment, taken);
  };
}

// A delayed view is part of the model: the next payment is planned when everybody knows the balances.
async function untilKnown(
  record: OperationRecord,
  { prediction, clock, signal }: DriveTargets,
): Promise<void> {
  const { view, viewDelayMs } = prediction.header.scenario.protocol;
  if (view !== 'delayed') return;
  const knownMs = record.endedAtMs + viewDelayMs;
  if (clock.nowMs() < knownMs) await sleep({ clock, ms: knownMs - clock.nowMs(), signal });
}

// Overlapping operations may end in other balances than predicted; then a view has settled when it stands still
// for this share of the deadline.
const QUIET_SHARE = 0.2;

function orQuiet(
  comparison: ReadingComparison,
  { clock, speed, settleMs }: DriveTargets,
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
      return before?.text === text && !isPending && nowMs - before.sinceMs >= QUIET_SHARE * settleMs * speed;
    },
  };
}

function listsAtEnd(readings: readonly Reading[]): ReadonlyMap<NodeName, readonly ChannelView[]> {
  const lists = new Map<NodeName, readonly ChannelView[]>();
  for (const { moment, node, view, value } of readings) {
    const isWhole = view.kind === 'channels' && view.token === undefined;
    if (moment === 'end' && isWhole && value.kind === 'channels') lists.set(node, value.channels);
  }
  return lists;
}
