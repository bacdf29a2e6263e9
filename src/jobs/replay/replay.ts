import { compareRuns } from '../../checks/compare-runs.ts';
import { resolveOutcomes } from '../../checks/outcomes/resolve-outcomes.ts';
import { ownHistories } from '../../checks/history/own-histories.ts';
import { happenedBefore } from '../../checks/readings/predicted-discrepancies.ts';
import { compareReadings, type ReadingComparison } from '../../checks/readings/reading-comparison.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { NodeName } from '../../model/network/network.ts';
import { networkAtEnd } from '../../model/network/network-as-shown.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { listedPlan } from '../../model/run/plan.ts';
import { byMoment, type Moment, type Reading } from '../../model/run/reading.ts';
import type { Exchange, Pace, Run, RunHeader } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { Clock } from '../../ports/clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';
import { drive } from '../drive/drive.ts';
import { sleep } from '../../runtime/sleep.ts';
import { runHeader } from '../run-header.ts';
import { type RunPlan, simulate } from '../simulate.ts';
import { onTargets, type Prepared, type PrepareTargets } from '../targets/prepare-targets.ts';
import { type Target, targetsByName, targetsInHeader } from '../targets/target.ts';
import { observePrediction } from './observe-prediction.ts';
import { orQuiet, settleReadings } from './settle-readings.ts';

export interface ReplayOptions
  extends Pick<PrepareTargets, 'useExisting' | 'tokens' | 'controlUrl' | 'speed' | 'signal'> {
  readonly scenario: Scenario;
  /** Where each node of the scenario answers. */
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  /** `sequential` unless said otherwise: then every difference has one cause. */
  readonly pace?: Pace;
  /** How long an operation may take to be answered, on the targets' clock. */
  readonly deadlineMs?: number;
  /** How long nodes may take to show what happened, on the wall; absent: 1.5 s for a sandbox, else 10 s. */
  readonly settleMs?: number;
  readonly onStart?: (plan: RunPlan) => void;
  readonly onRecord?: (record: OperationRecord) => void;
  readonly onExchange?: (exchange: Exchange) => void;
}

// A payment whose locks expire takes about 27 minutes on a real network (raiden.md 1.5).
const DEFAULT_DEADLINE_MS = 45 * 60_000;
// However fast the targets' clock, a request crosses sockets and processes on the wall's.
const SHORTEST_DEADLINE_MS = 15_000;

/**
 * Drives a scenario against nodes that exist and compares every outcome, and everything the nodes show after
 * it, with the simulation of the same plan. Throws UnreachableError or InputError before anything is changed.
 */
export async function replay(options: ReplayOptions): Promise<Run> {
  const { scenario, speed = 1, deadlineMs = DEFAULT_DEADLINE_MS, onExchange } = options;
  const targets = targetsByName(options.targets);
  const planned = assembleNetwork(scenario);
  const operations = assembleOperations({ scenario, network: planned });
  const wallMs = Math.max(deadlineMs / speed, SHORTEST_DEADLINE_MS);
  const asked = { ...options, targets, planned, operations, speed, deadlineMs: wallMs, onExchange };
  return await onTargets(asked, async ({ start, timing, ...target }) => {
    const { pace = 'sequential', signal, settleMs } = options;
    const prediction = await simulate({
      scenario,
      pace,
      start,
      operations,
      observe: observePrediction(operations),
      ...(signal === undefined ? {} : { signal }),
    });
    const own = settleMs === undefined ? timing : { ...timing, settleMs: settleMs * speed };
    const header = runHeader({
      job: 'replay',
      scenario,
      pace,
      speed,
      timing: own,
      ...targetsInHeader(targets),
    });
    const plan = listedPlan(operations);
    options.onStart?.({ header, start, plan, operations });
    const clock = new RealClock({ speed });
    const { onRecord } = options;
    const { dialects } = header;
    const prepared = { ...target, prediction, start, operations, dialects, clock, speed, timing: own };
    const driven = await driveTargets({ ...prepared, onRecord, signal });
    return judged({ ...driven, header, start, plan, partial: signal?.aborted ?? false }, prediction);
  });
}

interface DriveTargets extends Prepared {
  readonly prediction: Run;
  readonly operations: readonly Operation[];
  readonly dialects: RunHeader['dialects'];
  /** The run's clock, `speed` times as fast as the wall. */
  readonly clock: Clock;
  readonly speed: number;
  readonly onRecord: ((record: OperationRecord) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

// Takes the readings that the prediction took, at the same moments.
async function driveTargets(options: DriveTargets): Promise<Pick<Run, 'records' | 'readings' | 'end'>> {
  const { prediction, start, operations, connections, control, clock, signal } = options;
  const readings: Reading[] = [];
  const records: OperationRecord[] = [];
  const failed = new Set<number>();
  const look = createLook(options, readings, records, failed);
  connections.purpose('reading');
  await look('start');
  await drive({
    operations,
    nodes: connections.drivers,
    directory: directoryOf(start),
    clock,
    pace: prediction.header.pace,
    runControl: control,
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
    ...(signal?.aborted ? {} : { end: networkAtEnd(start, readings) }),
  };
}

function createLook(
  options: DriveTargets,
  readings: Reading[],
  records: readonly OperationRecord[],
  failed: ReadonlySet<number>,
): (moment: Moment) => Promise<void> {
  const { prediction, start, operations, dialects, connections, clock, speed, timing, signal } = options;
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
      comparison:
        prediction.header.pace === 'sequential'
          ? comparison
          : orQuiet(comparison, { clock, settleMs: timing.settleMs }),
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
async function untilKnown(record: OperationRecord, options: DriveTargets): Promise<void> {
  const { prediction, timing, clock, signal } = options;
  if (prediction.header.scenario.protocol.view !== 'delayed') return;
  const knownMs = record.endedAtMs + timing.viewDelayMs;
  if (clock.nowMs() < knownMs) await sleep(clock, knownMs - clock.nowMs(), signal);
}

function judged(run: Run, prediction: Run): Run {
  const observed: Run = { ...run, records: resolveOutcomes({ ...run, prediction }) };
  return { ...observed, prediction, comparison: compareRuns({ observed, predicted: prediction }) };
}
