import type { Address } from '../model/address.ts';
import { directoryOf } from '../model/directory.ts';
import { LoadAggregate } from '../model/load-aggregate.ts';
import type { LoadRun, ShardSpec } from '../model/load-result.ts';
import { DEFAULT_LOAD_DEADLINE_MS, type LoadSpec } from '../model/load-spec.ts';
import type { Network, NodeName, TokenName } from '../model/network.ts';
import type { OperationRecord } from '../model/outcome.ts';
import type { Exchange, RunHeader } from '../model/run.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Clock, LoadObserver } from '../ports.ts';
import { createPaymentSenders } from '../rest/payment-sender.ts';
import { RealClock } from '../runtime/real-clock.ts';
import { assembleNetwork } from './assemble.ts';
import { driveSource } from './drive-source.ts';
import { judgeLoad } from './judge-load.ts';
import { DriverWatch } from './driver-watch.ts';
import type { LoadJudging } from './load-judging.ts';
import { type LoadPlanning, planLoad } from './load-plan.ts';
import { LoadRecords } from './load-records.ts';
import { loadPayments } from './load-payments.ts';
import { connectTargets, type ReplayConnections } from './replay-connections.ts';
import { prepareTargets } from './replay-preparation.ts';
import { type ReplayTarget, targetsByName, urlsOf } from './replay-target.ts';
import { runHeader } from './run-header.ts';
import type { SandboxControl } from './sandbox-control.ts';

export interface LoadOptions {
  readonly scenario: Scenario;
  /** Absent: as the scenario says. */
  readonly spec?: LoadSpec;
  /** Where each node of the scenario answers. */
  readonly targets: Readonly<Record<NodeName, ReplayTarget | string>>;
  /** Takes the channels that exist as the starting network. */
  readonly useExisting?: boolean;
  readonly tokens?: Readonly<Record<TokenName, Address>>;
  readonly controlUrl?: string;
  /** Only this part of the load. */
  readonly shard?: ShardSpec;
  /** Watch besides what judges the load. */
  readonly observers?: readonly LoadObserver[];
  readonly onStart?: (plan: LoadPlan) => void;
  readonly onRecord?: (record: OperationRecord) => void;
  readonly onDropped?: (atMs: number) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Aborted: no further payment starts, those in flight may end; then the report is made. */
  readonly signal?: AbortSignal;
  /** Aborted: what is in flight is given up as well. */
  readonly abort?: AbortSignal;
}

/** A load before its first payment. */
export interface LoadPlan {
  readonly header: RunHeader;
  readonly start: Network;
  readonly spec: LoadSpec;
  /** How many operations there will be, where that is known beforehand. */
  readonly total?: number;
  /** What is known so far, while it runs. */
  readonly aggregate: LoadAggregate;
}

const NO_SPEC: LoadSpec = { executors: [], thresholds: [], deadlineMs: DEFAULT_LOAD_DEADLINE_MS };

/**
 * Puts a scenario's payments on nodes that exist, at the rate its executors say, and judges what came of it.
 * Throws UnreachableError or InputError before anything is changed.
 */
export async function load(options: LoadOptions): Promise<LoadRun> {
  const { scenario, spec = scenario.load ?? NO_SPEC } = options;
  const targets = targetsByName(options.targets);
  const planned = assembleNetwork(scenario);
  const planning = planLoad({ scenario, spec, network: planned, shard: options.shard });
  const connections = connectTargets({
    targets,
    operations: planning.operations,
    speed: 1,
    deadlineMs: spec.deadlineMs,
    onExchange: options.onExchange,
  });
  try {
    const { operations } = planning;
    const prepared = await prepareTargets({ ...options, targets, planned, operations, connections });
    try {
      return await loadPrepared({ ...prepared, options, spec, targets, planning, connections });
    } finally {
      await prepared.control?.close();
    }
  } finally {
    await connections.close();
  }
}

interface PreparedLoad {
  readonly options: LoadOptions;
  readonly spec: LoadSpec;
  readonly targets: Readonly<Record<NodeName, ReplayTarget>>;
  readonly planning: LoadPlanning;
  readonly connections: ReplayConnections;
  readonly start: Network;
  readonly control: SandboxControl | undefined;
}

async function loadPrepared(prepared: PreparedLoad): Promise<LoadRun> {
  const { options, spec, targets, connections, start } = prepared;
  const { scenario, shard } = options;
  const header = runHeader({ job: 'load', scenario, pace: 'scenario', targets: urlsOf(targets) });
  const judging = judgeLoad({ scenario, spec, start });
  const aggregate = new LoadAggregate();
  const records = new LoadRecords();
  const clock = new RealClock();
  connections.purpose('reading');
  const driven = await driveLoad({ ...prepared, header, judging, aggregate, records, clock });
  const { kept } = records;
  const ended = { header, spec, start, records: records.records, kept, aggregate, connections, clock };
  const judged = await judging.afterLoad({ ...ended, signal: options.abort });
  return {
    header,
    start,
    records: judged.records,
    ...(judged.end === undefined ? {} : { end: judged.end }),
    readings: judged.readings,
    partial: (options.signal?.aborted ?? false) || (options.abort?.aborted ?? false),
    load: {
      spec,
      engine: 'millrace',
      ...(shard === undefined ? {} : { shard }),
      aggregate,
      kept,
      driver: driven.health,
      thresholds: judging.thresholds(aggregate),
      ...(driven.abortedBy === undefined ? {} : { abortedBy: driven.abortedBy }),
      findings: judged.findings,
      checks: judged.checks,
    },
  };
}

interface DriveLoad extends PreparedLoad {
  readonly header: RunHeader;
  readonly judging: LoadJudging;
  readonly aggregate: LoadAggregate;
  readonly records: LoadRecords;
  readonly clock: Clock;
}

// Thresholds that may end the load are looked at this often, and so is the driver's memory.
const LOOK_EVERY_MS = 1_000;

async function driveLoad(
  load: DriveLoad,
): Promise<{ readonly health: ReturnType<DriverWatch['health']>; readonly abortedBy: string | undefined }> {
  const { options, spec, targets, start, header, judging, aggregate, records, clock, control } = load;
  const directory = directoryOf(start);
  const source = load.planning.source(start);
  const { total } = source;
  options.onStart?.({ header, start, spec, aggregate, ...(total === undefined ? {} : { total }) });
  const observers = [...judging.observers, ...(options.observers ?? [])];
  const senders = createPaymentSenders({ targets, clock, deadlineMs: spec.deadlineMs });
  const watch = new DriverWatch(clock);
  const stopping = new AbortController();
  let abortedBy: string | undefined;
  const stop = (): void => stopping.abort();
  options.signal?.addEventListener('abort', stop, { once: true });
  if (options.signal?.aborted) stop();
  const looks = every(LOOK_EVERY_MS, clock, (atMs) => {
    watch.look();
    abortedBy ??= failedForGood(judging.thresholds(aggregate), atMs);
    if (abortedBy !== undefined) stop();
  });
  try {
    await driveSource({
      source,
      nodes: load.connections.drivers,
      directory,
      clock,
      signal: options.abort,
      runControl: {
        stop: async (node) => await control?.stop(node),
        start: async (node) => await control?.start(node),
      },
      onRecord(record) {
        watch.ended();
        aggregate.add(record);
        records.add(record);
        for (const observer of observers) observer.ended?.(record);
        options.onRecord?.(record);
      },
      load: {
        sendPayment: loadPayments({ senders, directory }),
        stopping: stopping.signal,
        onSend(operation, atMs) {
          watch.sent();
          let foreseen;
          for (const observer of observers) foreseen = observer.sent?.(operation, atMs) ?? foreseen;
          return foreseen;
        },
        onDropped(atMs) {
          aggregate.drop(atMs);
          for (const observer of observers) observer.dropped?.(atMs);
          options.onDropped?.(atMs);
        },
      },
    });
  } finally {
    looks.cancel();
    options.signal?.removeEventListener('abort', stop);
    senders.close();
  }
  return { health: watch.health(), abortedBy };
}

function failedForGood(thresholds: ReturnType<LoadJudging['thresholds']>, atMs: number): string | undefined {
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
