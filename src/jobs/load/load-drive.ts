import type { DriverHealth, JudgedThreshold, SecretsSeen } from '../../model/load/load-result.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OperationSource } from '../../ports/operation-source.ts';
import { createPaymentSenders } from '../../rest/payments/payment-sender.ts';
import { DriverWatch } from '../../runtime/driver-watch.ts';
import { atTurnEnd, type LoadClock } from '../../runtime/real-clock.ts';
import { anyAborted } from '../../runtime/unless-aborted.ts';
import { limitHeapGrowth } from '../../runtime/v8-flags.ts';
import { judgeThresholds } from '../../verdict/performance/judge-thresholds.ts';
import { driveSource } from '../drive/drive-source.ts';
import type { Prepared } from '../targets/prepare-targets.ts';
import type { Target } from '../targets/target.ts';
import type { LoadFold } from './load-fold.ts';
import { loadPayments } from './load-plan.ts';

export interface DriveLoad extends Pick<Prepared, 'start' | 'connections' | 'control'> {
  readonly spec: LoadSpec;
  readonly source: OperationSource;
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** Takes what is sent and what comes back. */
  readonly fold: LoadFold;
  readonly clock: LoadClock;
  /** Aborted: no further payment starts, those in flight may end. */
  readonly signal?: AbortSignal | undefined;
  /** Aborted: what is in flight is given up as well. */
  readonly abort?: AbortSignal | undefined;
}

export interface DrivenLoad {
  readonly driver: DriverHealth;
  /** Threshold that ended the load before its time. */
  readonly abortedBy?: string;
  readonly secrets: SecretsSeen;
}

// Thresholds that may end the load are looked at this often, and so is the driver's memory.
const LOOK_EVERY_MS = 1_000;

// In percent of what is in use: a load of days stays within 300 MB. A tighter limit while payments are sent costs a
// tenth of the driver's time; when they are judged no payment waits for microseconds.
const HEAP_GROWTH = { driving: 100, judging: 50 };

/** Drives a load until its source is exhausted, its signal is aborted or a threshold ends it. */
export async function driveLoad(load: DriveLoad): Promise<DrivenLoad> {
  const { spec, clock, fold, signal } = load;
  const watch = new DriverWatch(clock);
  const failing = new AbortController();
  const stopping = anyAborted([signal, failing.signal]);
  limitHeapGrowth(HEAP_GROWTH.driving);
  let abortedBy: string | undefined;
  const looks = every(LOOK_EVERY_MS, clock, (atMs) => {
    watch.look();
    const { thresholds } = spec;
    abortedBy ??= failedForGood(judgeThresholds(thresholds, fold.aggregate), atMs);
    if (abortedBy !== undefined) failing.abort();
  });
  try {
    const end = await driveHere(load, watch, stopping);
    return { ...end, ...withoutUndefined({ abortedBy }) };
  } finally {
    looks.cancel();
    limitHeapGrowth(HEAP_GROWTH.judging);
  }
}

async function driveHere(
  { spec, source, start, targets, connections, control, fold, clock, abort }: DriveLoad,
  watch: DriverWatch,
  stopping: AbortSignal,
): Promise<DrivenLoad> {
  const directory = directoryOf(start);
  const senders = createPaymentSenders(targets, clock, spec.deadlineMs);
  try {
    await driveSource({
      source,
      nodes: connections.drivers(),
      directory,
      clock,
      runControl: control,
      signal: abort,
      onRecord(record) {
        watch.ended();
        fold.ended(record);
      },
      sendPayment: loadPayments(senders, directory),
      load: {
        atTurnEnd,
        stopping,
        onSend(operation, atMs) {
          watch.sent();
          return fold.sent(operation, atMs);
        },
        onDropped: fold.dropped,
      },
    });
    return { driver: watch.health(), secrets: senders.secrets() };
  } finally {
    senders.close();
  }
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
