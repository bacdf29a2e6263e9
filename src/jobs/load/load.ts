import type { Address } from '../../model/network/address.ts';
import { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { LoadRun, ShardSpec } from '../../model/load/load-result.ts';
import { DEFAULT_LOAD_DEADLINE_MS, type LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Exchange, RunHeader } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { LoadEngine, LoadObserver } from '../../ports/load-engine.ts';
import { LoadClock } from '../../runtime/load-clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { assembleNetwork } from '../assemble.ts';
import { requirePlannable } from '../drive/drain-source.ts';
import { judgeLoad } from './judge-load.ts';
import { driveLoad } from './load-drive.ts';
import { type LoadPlanning, planLoad } from './load-plan.ts';
import { LoadRecords } from './load-records.ts';
import { connectTargets, type ReplayConnections } from '../target/connections.ts';
import { prepareTargets } from '../target/prepare-targets.ts';
import { type ReplayTarget, targetsByName, targetsInHeader } from '../target/target.ts';
import { runHeader } from '../run-header.ts';
import type { SandboxControl } from '../target/sandbox-control.ts';
import { SHARD_PAUSE_MS } from './shards/shard-clocks.ts';
import { sleep } from '../drive/sleep.ts';

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
  /** Sends the payments instead of this process. */
  readonly engine?: LoadEngine;
  /** Watch besides what judges the load. */
  readonly observers?: readonly LoadObserver[];
  readonly onStart?: (plan: LoadPlan) => void;
  /** With the record's line in `outcomes.ndjson`. */
  readonly onRecord?: (record: OperationRecord, line: string) => void;
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
export interface LoadPlan {
  readonly header: RunHeader;
  readonly start: Network;
  readonly spec: LoadSpec;
  /** How many operations there will be, where that is known beforehand. */
  readonly total?: number;
  /** What the nodes showed. */
  readonly readings: readonly Reading[];
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
  if (options.engine !== undefined) requirePlannable({ spec, operations: planning.operations });
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
  // What the command line changed belongs to what was asked for.
  const asked: Scenario = { ...scenario, load: spec };
  const created = runHeader({
    job: 'load',
    scenario: asked,
    pace: 'scenario',
    ...targetsInHeader(targets),
    ...(shard === undefined ? {} : { shard }),
  });
  const judging = judgeLoad({
    scenario,
    spec,
    start,
    // What fails in a shard may lack what another shard spent.
    ...(shard === undefined ? { targets } : {}),
  });
  const aggregate = new LoadAggregate();
  const records = new LoadRecords();
  connections.purpose('reading');
  const { abort, figuresOnly = false } = options;
  const readings = figuresOnly
    ? []
    : await judging.beforeLoad({ start, connections, clock: new RealClock(), signal: abort });
  // So that who read first had read before anybody paid, whatever the clocks of other machines say.
  if (shard !== undefined && !figuresOnly)
    await sleep({ clock: new RealClock(), ms: SHARD_PAUSE_MS, signal: abort });
  const source = prepared.planning.source(start);
  const { total } = source;
  const clock = new LoadClock();
  options.onStart?.({
    header: { ...created, begunAt: clock.begunAt },
    start,
    readings,
    spec,
    aggregate,
    ...(total === undefined ? {} : { total }),
  });
  if (!figuresOnly) judging.watch({ connections, clock });
  const driven = await driveLoad({ ...prepared, source, judging, aggregate, records, clock }).catch(
    async (error: unknown) => {
      await judging.close();
      throw error;
    },
  );
  // Who stops it after this cuts short a wait, and no load.
  const isCut = options.signal?.aborted ?? false;
  options.onDriven?.();
  const header = { ...created, begunAt: clock.begunAt };
  const { kept } = records;
  const engine: LoadEngine['name'] | 'millrace' = options.engine?.name ?? 'millrace';
  const ended = {
    header,
    spec,
    engine,
    start,
    records: records.records,
    kept,
    aggregate,
    connections,
    clock,
    ...(driven.secrets === undefined ? {} : { secrets: driven.secrets }),
  };
  const judged = figuresOnly
    ? { records: records.records, readings: [], looks: [], findings: [], checks: [] }
    : await judging.afterLoad({ ...ended, signal: abort, hurry: isCut ? undefined : options.signal });
  return {
    header,
    start,
    records: judged.records,
    ...(judged.end === undefined ? {} : { end: judged.end }),
    readings: judged.readings,
    partial: isCut || (abort?.aborted ?? false) || driven.brokenOff !== undefined,
    load: {
      spec,
      engine,
      ...(shard === undefined ? {} : { shard }),
      aggregate,
      kept,
      ...(driven.health === undefined ? {} : { driver: driven.health }),
      thresholds: judging.thresholds(aggregate),
      ...(driven.abortedBy === undefined ? {} : { abortedBy: driven.abortedBy }),
      ...(driven.brokenOff === undefined ? {} : { brokenOff: driven.brokenOff }),
      looks: judged.looks,
      ...(driven.secrets === undefined ? {} : { secrets: driven.secrets }),
      findings: judged.findings,
      checks: judged.checks,
      ...(judged.course === undefined ? {} : { course: judged.course }),
      ...(judged.watch === undefined ? {} : { watch: judged.watch }),
      ...(judged.aftermath === undefined ? {} : { aftermath: judged.aftermath }),
    },
  };
}
