import { compareRuns } from '../../checks/compare-runs.ts';
import { resolveOutcome } from '../../checks/outcomes/resolve-outcome.ts';
import type { Address } from '../../model/network/address.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Exchange, Pace, Run } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';
import { observePrediction } from '../target/observe.ts';
import { connectTargets } from '../target/connections.ts';
import { driveTargets } from './replay-drive.ts';
import { prepareTargets } from '../target/prepare-targets.ts';
import { type ReplayTarget, targetsByName, targetsInHeader } from '../target/target.ts';
import { runHeader } from '../run-header.ts';
import { type RunPlan, simulate } from '../simulate.ts';

export interface ReplayOptions {
  readonly scenario: Scenario;
  /** Where each node of the scenario answers. */
  readonly targets: Readonly<Record<NodeName, ReplayTarget | string>>;
  /** `sequential` unless said otherwise: then every difference has one cause. */
  readonly pace?: Pace;
  /** How many times faster than the wall the targets' clock runs; 1 for real nodes. */
  readonly speed?: number;
  /** Takes the channels that exist as the starting network, instead of requiring those of the scenario. */
  readonly useExisting?: boolean;
  /** Addresses of the scenario's tokens; needed for real nodes that know several. */
  readonly tokens?: Readonly<Record<TokenName, Address>>;
  /** Where the sandbox's control API is; absent: looked for at the targets. */
  readonly controlUrl?: string;
  /** How long an operation may take to be answered, on the targets' clock. */
  readonly deadlineMs?: number;
  /** How long nodes may take to show what happened, on the wall; absent: 1.5 s for a sandbox, else 10 s. */
  readonly settleMs?: number;
  readonly onStart?: (plan: RunPlan) => void;
  readonly onRecord?: (record: OperationRecord) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  readonly signal?: AbortSignal;
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
  const { scenario, pace = 'sequential', speed = 1, deadlineMs = DEFAULT_DEADLINE_MS, signal } = options;
  const targets = targetsByName(options.targets);
  const planned = assembleNetwork(scenario);
  const operations = assembleOperations({ scenario, network: planned });
  const connections = connectTargets({
    targets,
    operations,
    speed,
    deadlineMs: Math.max(deadlineMs / speed, SHORTEST_DEADLINE_MS),
    onExchange: options.onExchange,
  });
  try {
    const prepared = await prepareTargets({ ...options, targets, planned, operations, connections });
    const { start, control } = prepared;
    try {
      const prediction = await simulate({
        scenario,
        pace,
        start,
        operations,
        observe: observePrediction(operations),
        ...(signal === undefined ? {} : { signal }),
      });
      const header = runHeader({ job: 'replay', scenario, pace, speed, ...targetsInHeader(targets) });
      options.onStart?.({ header, start, operations });
      const driven = await driveTargets({
        prediction,
        start,
        operations,
        dialects: header.dialects,
        connections,
        control,
        clock: new RealClock({ speed }),
        speed,
        settleMs: options.settleMs ?? (control === undefined ? SETTLE_REAL_MS : SETTLE_SANDBOX_MS),
        onRecord: options.onRecord,
        signal,
      });
      return judged({ ...driven, header, start, partial: signal?.aborted ?? false }, prediction);
    } finally {
      await control?.close();
    }
  } finally {
    await connections.close();
  }
}

// A sandbox on this machine moves balances within milliseconds; over Matrix and a chain it takes seconds.
const SETTLE_SANDBOX_MS = 1_500;
const SETTLE_REAL_MS = 10_000;

function judged(run: Run, prediction: Run): Run {
  const predicted = new Map(prediction.records.map((record) => [record.operation.id, record]));
  const records = run.records.map((record) => ({
    ...record,
    outcome: resolveOutcome({ record, predicted: predicted.get(record.operation.id), run }),
  }));
  const observed: Run = { ...run, records };
  return { ...observed, prediction, comparison: compareRuns({ observed, predicted: prediction }) };
}
