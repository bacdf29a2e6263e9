import { directoryOf } from '../../model/network/directory.ts';
import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { DriverHealth, JudgedThreshold } from '../../model/load/load-result.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { Foreseen, OperationRecord } from '../../model/run/outcome.ts';
import { recordLine } from '../../model/run/record-line.ts';
import type { SecretsSeen } from '../../model/load/secrets-seen.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EngineEnd, LoadObserver } from '../../ports/load-engine.ts';
import type { OperationSource } from '../../ports/operation-source.ts';
import { createPaymentSenders } from '../../rest/payments/payment-sender.ts';
import { limitHeapGrowth } from '../../runtime/heap-growth.ts';
import type { LoadClock } from '../../runtime/load-clock.ts';
import { atTurnEnd } from '../../runtime/turn-end.ts';
import { drainSource } from '../drive/drain-source.ts';
import { driveSource, type LoadDriving } from '../drive/drive-source.ts';
import { DriverWatch } from '../../runtime/driver-watch.ts';
import type { LoadJudging } from './load-judging.ts';
import { loadPayments } from './load-payments.ts';
import type { LoadRecords } from '../../model/load/load-records.ts';
import type { LoadOptions } from './load.ts';
import type { TargetConnections } from '../target/connections.ts';
import type { Target } from '../target/target.ts';
import type { SandboxControl } from '../target/sandbox-control.ts';

export interface DriveLoad {
  readonly options: LoadOptions;
  readonly spec: LoadSpec;
  readonly targets: Readonly<Record<NodeName, Target>>;
  readonly connections: TargetConnections;
  readonly control: SandboxControl | undefined;
  readonly start: Network;
  readonly source: OperationSource;
  readonly judging: LoadJudging;
  readonly aggregate: LoadAggregate;
  readonly records: LoadRecords;
  readonly clock: LoadClock;
}

export interface DrivenLoad {
  /** Absent when another process did the driving. */
  readonly health?: DriverHealth;
  /** Threshold that ended the load before its time. */
  readonly abortedBy: string | undefined;
  /** Why what sent the payments ended before its time. */
  readonly brokenOff?: string;
  /** Absent when another process did the driving. */
  readonly secrets?: SecretsSeen;
}

// Thresholds that may end the load are looked at this often, and so is the driver's memory.
const LOOK_EVERY_MS = 1_000;

// In percent of what is in use: a load of days stays within 300 MB. A tighter limit while payments are sent costs a
// tenth of the driver's time; when they are judged nobody waits for microseconds.
const HEAP_GROWTH = { driving: 100, judging: 50 };

/** Drives a load until its source is exhausted, somebody stops it or a threshold does. */
export async function driveLoad(job: DriveLoad): Promise<DrivenLoad> {
  const { options, spec, targets, clock, judging, aggregate } = job;
  const senders = createPaymentSenders({ targets, clock, deadlineMs: spec.deadlineMs });
  const watch = new DriverWatch(clock);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  options.signal?.addEventListener('abort', stop, { once: true });
  if (options.signal?.aborted) stop();
  limitHeapGrowth(HEAP_GROWTH.driving);
  let abortedBy: string | undefined;
  const looks = every(LOOK_EVERY_MS, clock, (atMs) => {
    watch.look();
    abortedBy ??= failedForGood(judging.thresholds(aggregate), atMs);
    if (abortedBy !== undefined) stop();
  });
  let end: EngineEnd;
  try {
    end = await attemptAll(job, { senders, watch, stopping: stopping.signal });
  } finally {
    looks.cancel();
    limitHeapGrowth(HEAP_GROWTH.judging);
    options.signal?.removeEventListener('abort', stop);
    senders.close();
  }
  const own = options.engine === undefined ? { health: watch.health(), secrets: senders.secrets() } : {};
  return { ...own, ...end, abortedBy };
}

interface Driver {
  readonly senders: ReturnType<typeof createPaymentSenders>;
  readonly watch: DriverWatch;
  readonly stopping: AbortSignal;
}

async function attemptAll(job: DriveLoad, { senders, watch, stopping }: Driver): Promise<EngineEnd> {
  const { options, aggregate, records, control, clock } = job;
  const directory = directoryOf(job.start);
  // A shard sees its own payments only: of what the others leave in a channel nothing is certain.
  const judging = options.shard === undefined ? job.judging.observers : [];
  const observers: readonly LoadObserver[] = [...judging, ...(options.observers ?? [])];
  const driving: LoadDriving = {
    sendPayment: loadPayments({ senders, directory }),
    atTurnEnd,
    stopping,
    onSend(operation, atMs) {
      watch.sent();
      let foreseen: Foreseen | undefined;
      for (const observer of observers) foreseen = observer.sent?.(operation, atMs) ?? foreseen;
      return foreseen;
    },
    onDropped(atMs) {
      aggregate.drop(atMs);
      for (const observer of observers) observer.dropped?.(atMs);
      options.onDropped?.(atMs);
    },
  };
  const onRecord = (ended: OperationRecord): void => {
    watch.ended();
    const record = withWhatIsStillCertain(ended, observers);
    aggregate.add(record);
    const line = recordLine(record);
    records.add(record, line);
    for (const observer of observers) observer.ended?.(record);
    options.onRecord?.(record, line);
  };
  if (options.engine !== undefined) {
    const { start, targets, source, spec } = job;
    return await options.engine.drive({
      operations: drainSource(source),
      start,
      targets,
      deadlineMs: spec.deadlineMs,
      cutAtMs: source.cutOff?.latestAtMs,
      onBegin: (unixMs) => clock.beginAt(unixMs),
      onSend: driving.onSend,
      onRecord,
      stopping,
      signal: options.abort,
    });
  }
  const runControl = {
    stop: async (node: NodeName) => await control?.stop(node),
    start: async (node: NodeName) => await control?.start(node),
  };
  const { source, connections } = job;
  const stage = { nodes: connections.drivers, directory, clock, runControl, signal: options.abort };
  await driveSource({ ...stage, source, onRecord, load: driving });
  return {};
}

function failedForGood(thresholds: readonly JudgedThreshold[], atMs: number): string | undefined {
  // Without a sample yet there is nothing to end the load for.
  const failed = thresholds.find(
    ({ threshold, met, actual }) =>
      threshold.abortOnFail && !met && actual !== undefined && atMs >= threshold.delayAbortEvalMs,
  );
  return failed && `${failed.threshold.metric}: ${failed.threshold.condition}`;
}

function every(periodMs: number, clock: Clock, act: (atMs: number) => void): { cancel(): void } {
  const startMs = clock.nowMs();
  let timer = clock.schedule(periodMs, tick);
  function tick(): void {
    timer = clock.schedule(periodMs, tick);
    act(clock.nowMs() - startMs);
  }
  return { cancel: () => timer.cancel() };
}

// What was sent beside a payment after it may have made its end less certain than it was.
function withWhatIsStillCertain(
  record: OperationRecord,
  observers: readonly LoadObserver[],
): OperationRecord {
  let { foreseen } = record;
  for (const observer of observers) foreseen = observer.still?.(record) ?? foreseen;
  return foreseen === undefined || foreseen === record.foreseen ? record : { ...record, foreseen };
}
