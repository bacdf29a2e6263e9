import { anyAborted } from '../../runtime/unless-aborted.ts';
import { travelTimeOf } from '../../verdict/timeline/travel-time.ts';
import { assertGiven, InterruptedError } from '../../errors.ts';
import { type EarlierTransfers, earlierTransfers } from '../../model/earlier-transfers.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import { networkAtEnd } from '../../model/run/network-as-shown.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { listedPlan } from '../../model/run/plan.ts';
import {
  type Exchange,
  hasBailed,
  type Pace,
  type Run,
  type RunHeader,
  timingOf,
} from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Nodes } from '../../ports/node-api.ts';
import type { LockstepClock } from '../../runtime/lockstep-clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';
import { drive } from '../drive/drive.ts';
import { sleep } from '../../runtime/sleep.ts';
import { originOf, runHeader, type RunOrigin } from '../run-header.ts';
import { settleSteps } from '../settle/settle-steps.ts';
import type { RunPlan } from '../simulate.ts';
import { holdsAnything, readEarlier, readView } from '../targets/read-view.ts';
import { onTargets, type Prepared, type PrepareTargets } from '../targets/prepare-targets.ts';
import { type Target, targetsByName, targetsInHeader } from '../targets/target.ts';
import { judgeReplay, judgeSoFar } from './judge-replay.ts';
import { NamedServices, observedServices } from './named-services.ts';
import { type AnswerDeadline, answerDeadlineMs, slownessMs } from './answer-deadline.ts';
import { PredictedCourse } from './predicted-course.ts';
import { ReplayLooks } from './replay-looks.ts';
import { untilLost } from './until-lost.ts';
import { sourceAtPace } from '../../workload/plan-source.ts';

export interface ReplayOptions
  extends Pick<
      PrepareTargets,
      'useExisting' | 'tokens' | 'controlUrl' | 'speed' | 'signal' | 'onOpened' | 'onPhase'
    >,
    RunOrigin {
  readonly scenario: Scenario;
  /** Where each node of the scenario answers. */
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  /** Time of targets that this process serves and that keep to it; absent: the wall's. */
  readonly lockstep?: LockstepClock | undefined;
  /** `sequential` unless said otherwise: then every difference has one cause. */
  readonly pace?: Pace;
  /**
   * How long an operation may take to be answered, on the wall's clock; absent: 45 minutes of the targets', or longer where
   * the model needs it, and two minutes for a payment that its node does not list as pending.
   */
  readonly deadlineMs?: number;
  /** Milliseconds of the wall beside what the model needs, for targets that keep to the scenario's protocol. */
  readonly graceMs?: number;
  /** How long nodes may take to show what happened, on the wall; absent: 1.5 s for a sandbox, else 10 s. */
  readonly settleMs?: number;
  /** Stops after so many differences, at pace `sequential`; 0: goes on to the end; absent: 20. */
  readonly bail?: number;
  /** Asked after each operation, at pace `sequential`; false: nothing further is asked for, and what was answered is judged. */
  readonly goesOn?: () => boolean;
  readonly onStart?: (plan: RunPlan) => void;
  /** Payments that an earlier replay has waited for in vain (see `readEarlier`); absent: none. */
  readonly waitedFor?: Set<string>;
  /** Called with the transfers that nodes listed as pending before the first operation. */
  readonly onEarlier?: (earlier: EarlierTransfers) => void;
  readonly onRecord?: (record: OperationRecord) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Asks the path-finding services that nodes name wherever they are. */
  readonly asksServices?: boolean;
}

// A busy machine, or one far away, takes no longer for what needs milliseconds.
const GRACE_MS = 15_000;
// The scenario does not describe the blocks of real nodes, where a payment with expiring locks takes about 27 minutes
// (raiden.md 1.5).
const REAL_DEADLINE_MS = 45 * 60_000;

/** More differences than this tell nothing new of a target that is broken, and each may cost a long wait. */
export const DEFAULT_BAIL = 20;

/** Everything that a replay goes by, known before the first request. */
interface ReplayPlan extends Pick<AnswerDeadline, 'scenario' | 'operations' | 'pace' | 'speed'> {
  readonly planned: Network;
  readonly targets: Readonly<Record<NodeName, Target>>;
  /** How long an operation may take in a network, on the wall. */
  readonly deadlineIn: (network: Network) => number;
}

/** A replay whose targets are prepared and whose operations are predicted. */
interface Replaying extends ReplayPlan, Prepared {
  readonly options: ReplayOptions;
  readonly header: RunHeader;
  readonly course: PredictedCourse;
  readonly clock: Clock;
  /** Aborted where nothing further is to be done. */
  readonly signal: AbortSignal;
  /** Called after each operation, at pace `sequential`; `isDifferent`: something new differs from the prediction. */
  readonly judge: (sofar: Pick<Run, 'records' | 'readings'>, isDifferent: boolean) => void;
}

/**
 * Drives a scenario against nodes that exist and compares every outcome, and everything the nodes show after
 * it, with the simulation of the same plan. Throws UnreachableError or InputError before anything is changed.
 */
export async function replay(options: ReplayOptions): Promise<Run> {
  assertGiven('replay', options, 'scenario', 'targets');
  const plan = await planOf(options);
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): void => {
    if (typeof exchange.operation === 'number') exchanges.push(exchange);
    options.onExchange?.(exchange);
  };
  const asked = { ...options, ...plan, deadlineMs: plan.deadlineIn(plan.planned), onExchange };
  return await onTargets(asked, async (prepared) => {
    const { signal, goesOn, onPhase } = options;
    onPhase?.('predicting');
    const header = headerOf(options, plan, prepared);
    const { start } = prepared;
    const predicted = { ...plan, header, start, ...(signal && { signal }) };
    const course = await PredictedCourse.of(predicted);
    if (signal?.aborted) throw new InterruptedError();
    const about = { header, start, plan: listedPlan(plan.operations) };
    options.onStart?.({ ...about, operations: plan.operations, prediction: course.run });
    const bailing = new AbortController();
    const stop = anyAborted([signal, bailing.signal]);
    const driven = await driveTargets({
      ...plan,
      ...prepared,
      options,
      header,
      course,
      clock: options.lockstep ?? new RealClock(plan),
      signal: stop,
      judge: (sofar, isDifferent) => {
        const isOver =
          isDifferent && hasBailed(judgeSoFar({ ...about, ...sofar, partial: true }, course.run));
        if (isOver || goesOn?.() === false) bailing.abort();
      },
    });
    onPhase?.('judging');
    return await judgeReplay({ ...about, ...driven, exchanges, partial: stop.aborted }, course.run);
  });
}

async function planOf(options: ReplayOptions): Promise<ReplayPlan> {
  const { speed = 1, pace = 'sequential', deadlineMs, graceMs } = options;
  const planned = assembleNetwork(options.scenario);
  const scenario = await settleSteps(options.scenario, planned);
  const operations = assembleOperations({ scenario, network: planned });
  const known = { scenario, operations, pace, speed, graceMs: graceMs ?? GRACE_MS };
  const atLeastMs = graceMs === undefined ? REAL_DEADLINE_MS / speed : 0;
  const deadlineIn = (network: Network): number =>
    deadlineMs ?? Math.max(answerDeadlineMs({ ...known, network }), atLeastMs);
  const targets = targetsByName(options.targets);
  return { scenario, planned, operations, targets, pace, speed, deadlineIn };
}

function headerOf(
  { settleMs, bail = DEFAULT_BAIL, ...options }: ReplayOptions,
  { scenario, pace, speed, targets }: ReplayPlan,
  { timing }: Prepared,
): RunHeader {
  return runHeader({
    job: 'replay',
    scenario,
    pace,
    speed,
    timing: settleMs === undefined ? timing : { ...timing, settleMs: settleMs * speed },
    ...(bail > 0 && pace === 'sequential' ? { bail } : {}),
    ...targetsInHeader(targets),
    ...originOf(options),
  });
}

// Payments end on the wall, however fast the run's clock is.
function driversOf({
  options,
  operations,
  speed,
  start,
  connections,
  deadlineIn,
}: Replaying): Pick<Nodes, 'node'> {
  const drivers = connections.drivers(deadlineIn(start));
  if ((options.deadlineMs ?? options.graceMs) !== undefined) return drivers;
  const slowMs = slownessMs(operations) / speed;
  return untilLost(drivers, { readers: connections.readers, clock: new RealClock(), slowMs });
}

// Takes the readings that the prediction took, at the same moments.
async function driveTargets(replaying: Replaying): Promise<Pick<Run, 'records' | 'readings' | 'end'>> {
  const { options, start, operations, header, connections, clock, control, signal, judge } = replaying;
  const { onPhase, lockstep, waitedFor } = options;
  const records: OperationRecord[] = [];
  onPhase?.('reading-before');
  connections.purpose('reading');
  const nodes = connections.readers;
  const { settleMs } = timingOf(header);
  const earlier = await readEarlier({ start, nodes, clock, settleMs, waitedFor, signal });
  options.onEarlier?.(earlierTransfers({ start, readings: earlier }));
  // Transfers from before that still move money change what nodes show.
  const shown = holdsAnything(earlier) ? [] : replaying.shown;
  const directory = directoryOf(start);
  const looks = new ReplayLooks({
    ...replaying,
    records,
    read: (node, view) => readView(nodes.node(node), view, directory),
    services: new NamedServices(connections, start),
    before: [...shown, ...earlier],
  });
  const next = new Map(operations.map(({ id }, at) => [id, operations[at + 1]]));
  await looks.at('start');
  await looks.before(operations[0]);
  onPhase?.('driving');
  const services = observedServices({ operations, control, lockstep });
  const lookAndJudge = async (record: OperationRecord): Promise<void> => {
    const isDifferent = await looks.after(record);
    judge({ records, readings: looks.readings }, isDifferent);
    await until(quietAtMs(record, replaying), replaying);
    await looks.before(next.get(record.operation.id));
  };
  await drive({
    ...services,
    source: sourceAtPace(operations, header.pace),
    nodes: driversOf(replaying),
    directory,
    clock,
    runControl: control && (lockstep?.asking(control) ?? control),
    onRecord: (record) => {
      records.push(record);
      options.onRecord?.(record);
    },
    signal,
    afterEach: header.pace === 'sequential' ? lookAndJudge : undefined,
  });
  await services?.close();
  onPhase?.('resting');
  if (header.pace === 'scenario') {
    // Operations that overlap are judged by what is left when the last message has arrived.
    const travelMs = travelTimeOf(header, records);
    await until(Math.max(0, ...records.map((record) => record.endedAtMs + travelMs(record))), replaying);
  }
  onPhase?.('reading-after');
  connections.askAgain();
  if (!signal.aborted) await looks.at('end');
  const { readings } = looks;
  return { records, readings, ...(signal.aborted ? {} : { end: networkAtEnd(start, readings) }) };
}

// When an operation's messages have arrived as far as no reading tells.
function quietAtMs(record: OperationRecord, { course, header }: Replaying): number {
  const predicted = course.recordOf(record.operation.id);
  const hops = predicted?.trace?.hops.length ?? 0;
  // The next payment is planned when every node knows the balances that this one has left.
  const isDelayed = course.run.header.scenario.protocol.view === 'delayed';
  const afterMs = [isDelayed ? timingOf(header).viewDelayMs : 0];
  // The payees of a payment that broke down have yet to be told, each by its own payer: one message.
  const isPredicted = predicted?.outcome.kind === 'failed' && hops > 0;
  const isAnswered = record.outcome.kind === 'failed' && record.outcome.reason === 'lock-expired';
  if (isPredicted || isAnswered) afterMs.push(travelTimeOf(header, [record])(record, 0));
  return record.endedAtMs + Math.max(...afterMs);
}

async function until(atMs: number, { clock, signal }: Pick<Replaying, 'clock' | 'signal'>): Promise<void> {
  const leftMs = atMs - clock.nowMs();
  if (leftMs > 0) await sleep(clock, leftMs, signal);
}
