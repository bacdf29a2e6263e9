import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Plan } from '../../model/run/plan.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Exchange, LoadRun, RunHeader } from '../../model/run/run.ts';
import { type LoadSpec, OWN_PLAN } from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { LoadObserver } from '../../ports/load-observer.ts';
import { LoadClock, RealClock } from '../../runtime/real-clock.ts';
import { orInterrupted } from '../../runtime/unless-aborted.ts';
import { limitHeapGrowth, V8_DECIDES } from '../../runtime/v8-flags.ts';
import { judgeLostRecords } from '../../verdict/rules/answers.ts';
import { assembleNetwork } from '../assemble.ts';
import { onTargets, type Prepared, type PrepareTargets } from '../targets/prepare-targets.ts';
import type { RunOrigin } from '../run-header.ts';
import { settleSteps } from '../settle/settle-steps.ts';
import { type Target, targetsByName } from '../targets/target.ts';
import { judgeLoad } from './judge-load.ts';
import { driveLoad } from './load-drive.ts';
import { LoadFold, toldByPayments } from './load-fold.ts';
import { loadHeader, type LoadPlanning, planLoad } from './load-plan.ts';
import { TargetWatch } from './watch/target-watch.ts';

export interface LoadOptions
  extends Pick<PrepareTargets, 'useExisting' | 'tokens' | 'controlUrl' | 'onOpened' | 'onPhase'>,
    RunOrigin {
  readonly scenario: Scenario;
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
export interface LoadPlan {
  readonly header: RunHeader;
  readonly start: Network;
  readonly spec: LoadSpec;
  readonly plan: Plan;
  /** Readings of the nodes. */
  readonly readings: readonly Reading[];
  /** The figures so far, while it runs. */
  readonly aggregate: LoadAggregate;
}

/**
 * Puts a scenario's payments on nodes that exist, at the rate its executors say, and judges what came of it.
 * Throws UnreachableError or InputError before anything is changed.
 */
export async function load(given: LoadOptions): Promise<LoadRun> {
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
  const {
    scenario,
    command,
    build,
    nodesVersion,
    sandbox,
    onDropped,
    onRecord,
    signal,
    abort,
    figuresOnly = false,
  } = options;
  const said = withoutUndefined({ command, build, nodesVersion, sandbox });
  const header = loadHeader(scenario, spec, targets, { timing, ...said });
  const watch = new TargetWatch({ header, start, shown, targets, figuresOnly });
  const dropped = onDropped === undefined ? [] : [{ dropped: onDropped }];
  const observers = [...watch.observers, ...(options.observers ?? []), ...dropped];
  const fold = new LoadFold(observers, onRecord);
  connections.purpose('reading');
  options.onPhase?.('reading-before');
  const reads = { start, connections, clock: new RealClock(), signal };
  const readings = await orInterrupted(watch.readBefore(reads), signal);
  const source = planning.source(start);
  const clock = new LoadClock();
  const { plan } = planning;
  const { aggregate } = fold;
  options.onStart?.({ header: begun(header, clock), start, plan, readings, spec, aggregate });
  options.onPhase?.('driving');
  watch.begin({ connections, clock });
  const driven = driveLoad({ ...target, source, fold, clock, signal, abort });
  const end = await driven.catch(async (error: unknown) => {
    await watch.close();
    throw error;
  });
  // A signal after this cuts short a wait, not the load.
  const isCut = signal?.aborted ?? false;
  options.onDriven?.();
  const told = toldByPayments({ spec, engine: 'millrace', aggregate, kept: fold.kept });
  const run: LoadRun = {
    header: begun(header, clock),
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

function begun(header: RunHeader, { begunAt }: LoadClock): RunHeader {
  return { ...header, begunAt };
}

function concluded(run: LoadRun, abort: AbortSignal | undefined): LoadRun {
  const partial = run.partial || (abort?.aborted ?? false);
  const lost = judgeLostRecords({ ...run, partial });
  const findings = [...run.load.findings, ...lost.findings];
  const checks = [...run.load.checks, ...lost.checks];
  return { ...run, partial, load: { ...run.load, findings, checks } };
}
