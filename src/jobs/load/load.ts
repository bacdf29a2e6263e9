import { assertGiven } from '../../errors.ts';
import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Exchange, LoadRun, Run } from '../../model/run/run.ts';
import { type LoadSpec, OWN_PLAN } from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { LoadObserver } from '../../ports/load-observer.ts';
import { atTurnEnd, currentDate, RealClock } from '../../runtime/real-clock.ts';
import type { LockstepClock } from '../../runtime/lockstep-clock.ts';
import { anyAborted, orInterrupted } from '../../runtime/unless-aborted.ts';
import { limitHeapGrowth, V8_DECIDES } from '../../runtime/v8-flags.ts';
import { judgeLostRecords } from '../../verdict/rules/answers.ts';
import { assembleNetwork } from '../assemble.ts';
import { onTargets, type Prepared, type PrepareTargets } from '../targets/prepare-targets.ts';
import { originOf, type RunOrigin } from '../run-header.ts';
import { settleSteps } from '../settle/settle-steps.ts';
import { type Target, targetsByName } from '../targets/target.ts';
import { judgeLoad } from './judge-load.ts';
import { LoadFold, toldByPayments } from './load-fold.ts';
import { loadHeader, loadPayments, type LoadPlanning, planLoad } from './load-plan.ts';
import { TargetWatch } from './watch/target-watch.ts';
import type { DriverHealth, JudgedThreshold, SecretsSeen } from '../../model/load/load-result.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OperationSource } from '../../ports/operation-source.ts';
import { createPaymentSenders } from '../../rest/payments/payment-sender.ts';
import { DriverWatch } from '../../runtime/driver-watch.ts';
import { judgeThresholds } from '../../verdict/performance/judge-thresholds.ts';
import { type AskForPayment, drive, type PayOperation } from '../drive/drive.ts';
import type { Performed } from '../drive/perform.ts';

/** Which nodes are loaded, with what, and who hears of it. */
export interface LoadOptions
  extends Pick<PrepareTargets, 'useExisting' | 'tokens' | 'controlUrl' | 'onOpened' | 'onPhase'>,
    RunOrigin {
  readonly scenario: Scenario;
  /** Time of the targets, where they run in this process and keep to that of their driver. */
  readonly lockstep?: LockstepClock | undefined;
  /** Absent: as the scenario says. */
  readonly spec?: LoadSpec;
  /** Where each node of the scenario answers. */
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  /** Watch besides what judges the load. */
  readonly observers?: readonly LoadObserver[];
  readonly onStart?: (plan: LoadPlan) => void;
  /** With the record's line in `outcomes.ndjson`. */
  readonly onRecord?: (record: OperationRecord, line: Uint8Array) => void;
  readonly onDropped?: (atMs: number) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Figures and thresholds only: the targets are neither read before and after nor given time to recover. */
  readonly figuresOnly?: boolean;
  /** The last payment has ended: what follows is waiting, reading and judging. */
  readonly onDriven?: () => void;
  /** Aborted: no further payment starts, those in flight may end. After the last one: nothing more is waited for. */
  readonly signal?: AbortSignal;
  /** Aborted: what is in flight is given up as well. */
  readonly abort?: AbortSignal;
}

/** A load before its first payment. */
export interface LoadPlan extends Pick<Required<Run>, 'header' | 'start' | 'plan' | 'readings'> {
  readonly spec: LoadSpec;
  /** The figures so far, while it runs. */
  readonly aggregate: LoadAggregate;
}

/**
 * Puts a scenario's payments on nodes that exist, at the rate its executors say, and judges what came of it.
 * Throws UnreachableError or InputError before anything is changed.
 */
export async function load(given: LoadOptions): Promise<LoadRun> {
  assertGiven('load', given, 'scenario', 'targets');
  const scenario = await settleSteps(given.scenario);
  const options = { ...given, scenario };
  const { spec = scenario.load ?? OWN_PLAN, onExchange } = options;
  const targets = targetsByName(options.targets);
  const planned = assembleNetwork(scenario);
  const planning = planLoad(scenario, spec, planned);
  const { operations } = planning;
  const asked = { ...options, targets, planned, operations, deadlineMs: spec.deadlineMs, onExchange };
  try {
    return await onTargets(asked, (prepared) =>
      loadPrepared({ ...prepared, options, spec, targets, planning }),
    );
  } finally {
    // Driving and judging keep the heap small.
    limitHeapGrowth(V8_DECIDES);
  }
}

interface PreparedLoad extends Prepared {
  readonly options: LoadOptions;
  readonly spec: LoadSpec;
  readonly targets: Readonly<Record<NodeName, Target>>;
  readonly planning: LoadPlanning;
}

async function loadPrepared({ options, planning, timing, ...target }: PreparedLoad): Promise<LoadRun> {
  const { spec, targets, connections, start, shown } = target;
  const { scenario, onDropped, onRecord, signal, abort, figuresOnly = false, lockstep } = options;
  const header = loadHeader(scenario, spec, targets, { timing, ...originOf(options) });
  const watch = new TargetWatch({ header, start, shown, targets, figuresOnly });
  const dropped = onDropped === undefined ? [] : [{ dropped: onDropped }];
  const observers = [...watch.observers, ...(options.observers ?? []), ...dropped];
  const fold = new LoadFold(observers, onRecord);
  connections.purpose('reading');
  options.onPhase?.('reading-before');
  const reads = { start, connections, clock: lockstep ?? new RealClock(), signal };
  const readings = await orInterrupted(watch.readBefore(reads), signal);
  const source = planning.source(start);
  const clock = lockstep?.fromNow() ?? new RealClock();
  const begun = { ...header, begunAt: currentDate() };
  const { plan } = planning;
  const { aggregate } = fold;
  options.onStart?.({ header: begun, start, plan, readings, spec, aggregate });
  options.onPhase?.('driving');
  watch.begin({ connections, clock });
  const driven = driveLoad({ ...target, source, fold, clock, lockstep, signal, abort });
  const end = await driven.catch(async (error: unknown) => {
    await watch.close();
    throw error;
  });
  // A signal after this cuts short a wait, not the load.
  const isCut = signal?.aborted ?? false;
  options.onDriven?.();
  const told = toldByPayments({ spec, engine: 'millrace', aggregate, kept: fold.kept });
  const run: LoadRun = {
    header: begun,
    start,
    plan: { ...plan, given: fold.given },
    records: fold.records,
    readings,
    partial: isCut,
    load: { ...told, ...end },
  };
  if (figuresOnly) return concluded(run, abort);
  const { onPhase } = options;
  onPhase?.('resting');
  const ended: LoadRun = { ...run, load: { ...run.load, ...(await watch.end(run, abort)) } };
  const hurry = isCut ? undefined : signal;
  const judged = await judgeLoad({ ...ended, connections, clock, onPhase, signal: abort, hurry });
  return concluded({ ...ended, ...judged, load: { ...ended.load, ...judged.load } }, abort);
}

function concluded(run: LoadRun, abort: AbortSignal | undefined): LoadRun {
  const partial = run.partial || (abort?.aborted ?? false);
  const lost = judgeLostRecords({ ...run, partial });
  const findings = [...run.load.findings, ...lost.findings];
  const checks = [...run.load.checks, ...lost.checks];
  return { ...run, partial, load: { ...run.load, findings, checks } };
}

interface DriveLoad extends Pick<Prepared, 'start' | 'connections' | 'control'> {
  readonly spec: LoadSpec;
  readonly source: OperationSource;
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** Takes what is sent and what comes back. */
  readonly fold: LoadFold;
  readonly clock: Clock;
  readonly lockstep: LockstepClock | undefined;
  /** Aborted: no further payment starts, those in flight may end. */
  readonly signal?: AbortSignal | undefined;
  /** Aborted: what is in flight is given up as well. */
  readonly abort?: AbortSignal | undefined;
}

interface DrivenLoad {
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
async function driveLoad(given: DriveLoad): Promise<DrivenLoad> {
  const { spec, clock, fold, signal } = given;
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
    const end = await driveHere(given, watch, stopping);
    return { ...end, ...withoutUndefined({ abortedBy }) };
  } finally {
    looks.cancel();
    limitHeapGrowth(HEAP_GROWTH.judging);
  }
}

async function driveHere(
  { spec, source, start, targets, connections, control, fold, clock, lockstep, abort }: DriveLoad,
  watch: DriverWatch,
  stopping: AbortSignal,
): Promise<DrivenLoad> {
  const directory = directoryOf(start);
  const senders = createPaymentSenders(targets, clock, spec.deadlineMs);
  try {
    await drive({
      source,
      nodes: connections.drivers(),
      directory,
      clock,
      runControl: control && (lockstep?.asking(control) ?? control),
      signal: abort,
      onRecord(record) {
        watch.ended();
        fold.ended(record);
      },
      sendPayment: inLockstep(loadPayments(senders, directory), lockstep),
      load: {
        atTurnEnd: lockstep === undefined ? atTurnEnd : (act) => lockstep.afterwards(act),
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

// Time waits for a payment on its way, as for any other request.
function inLockstep(send: AskForPayment, lockstep: LockstepClock | undefined): AskForPayment {
  if (lockstep === undefined) return send;
  const nodes = lockstep.asking({
    pay: (operation: PayOperation) => new Promise<Performed>((resolve) => send(operation, resolve)),
  });
  return (operation, ended) => void nodes.pay(operation).then(ended);
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
