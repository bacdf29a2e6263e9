import { compareRuns } from '../../checks/compare-runs.ts';
import { resolveOutcome } from '../../checks/outcomes/resolve-outcome.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { listedPlan } from '../../model/run/plan.ts';
import type { Exchange, Pace, Run } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';
import { observePrediction } from './observe-prediction.ts';
import { driveTargets } from './replay-drive.ts';
import { onTargets, type PrepareTargets } from '../target/prepare-targets.ts';
import { type Target, targetsByName, urlsOf } from '../target/target.ts';
import { runHeader } from '../run-header.ts';
import { type RunPlan, simulate } from '../simulate.ts';

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
      targets: urlsOf(targets),
    });
    options.onStart?.({ header, start, operations });
    const clock = new RealClock({ speed });
    const { onRecord } = options;
    const driven = { prediction, start, operations, clock, speed, timing: own, onRecord, signal };
    const run = await driveTargets({ ...driven, ...target });
    const plan = listedPlan(operations);
    return judged({ ...run, header, start, plan, partial: signal?.aborted ?? false }, prediction);
  });
}

function judged(run: Run, prediction: Run): Run {
  const predicted = new Map(prediction.records.map((record) => [record.operation.id, record]));
  const records = run.records.map((record) => ({
    ...record,
    outcome: resolveOutcome({ record, predicted: predicted.get(record.operation.id), run }),
  }));
  const observed: Run = { ...run, records };
  return { ...observed, prediction, comparison: compareRuns({ observed, predicted: prediction }) };
}
