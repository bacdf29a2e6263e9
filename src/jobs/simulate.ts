import { directoryOf } from '../model/network/directory.ts';
import { assertGiven, InputError, InvariantError } from '../errors.ts';
import type { ToldCapacities } from '../model/network/fees.ts';
import { assertNetworkInvariants } from '../model/network/invariants.ts';
import type { Network, NodeName } from '../model/network/network.ts';
import type { HeldChannel } from '../model/load/load-result.ts';
import type { DisturbanceRecord } from '../model/disturbances/disturbance.ts';
import type { Operation, OperationRecord } from '../model/run/operation.ts';
import { type NodeRules, PYTHON_NODE_RULES } from '../model/run/node-rules.ts';
import { countedPlan, listedPlan } from '../model/run/plan.ts';
import type { Reading } from '../model/run/reading.ts';
import type { EndedRun, Pace, Run, RunHeader } from '../model/run/run.ts';
import { type KeptTraces, outlineOf } from '../model/run/trace.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import type { OperationSource } from '../ports/operation-source.ts';
import type { RandomSource } from '../ports/random.ts';
import type { Simulation } from '../ports/simulation.ts';
import type { Steering } from '../routing/steered-router.ts';
import type { OnBuilding } from '../topology/build-network.ts';
import { VirtualClock } from '../runtime/virtual-clock.ts';
import { sourceAtPace } from '../workload/plan-source.ts';
import { assembleNetwork, assemblePlan, assembleSimulation } from './assemble.ts';
import { drive } from './drive/drive.ts';
import { GIVEN_UP, paymentRequest, type Performed, performedPayment, type Stage } from './drive/perform.ts';
import { originOf, runHeader, type RunOrigin } from './run-header.ts';
import { settleSteps } from './settle/settle-steps.ts';
import { comeToRest, onVirtualTime } from './virtual-time.ts';

/** What is simulated, and who hears of it. */
export interface SimulateOptions extends Pick<RunOrigin, 'command' | 'build'> {
  readonly scenario: Scenario;
  readonly pace?: Pace;
  /** The payments whose traces are kept; default `all`. Whatever is kept, figures are the same. */
  readonly traces?: KeptTraces;
  /** Absent: as the scenario describes it. */
  readonly start?: Network;
  /** The knowledge of the path-finding service at the start; absent: every channel as it is. */
  readonly told?: ToldCapacities | undefined;
  /** Money that is locked from the start and stays so; absent: nothing. */
  readonly held?: readonly HeldChannel[];
  /** Absent: as the scenario plans them. */
  readonly operations?: readonly Operation[];
  /** The chance of the simulated nodes; absent: as the scenario's seed draws it. */
  readonly random?: RandomSource;
  /** Hears how far its network is, where that is built here. */
  readonly onBuilding?: OnBuilding;
  /** Called once, before the first operation: everything is known but what will happen. */
  readonly onStart?: (plan: RunPlan) => void;
  readonly onRecord?: (record: OperationRecord) => void;
  /** Reads nodes after each operation came to rest (pace `sequential`), and before the first and after the last. */
  readonly observe?: Observe;
  /** Absent: operations come as planned. */
  readonly source?: (stage: SimulatedStage) => OperationSource;
  /** Callers that give up do so, and what became of the payment is to be read; absent: every answer is waited for. */
  readonly givesUp?: boolean;
  /** The kinds of nodes that are foretold; absent: Python nodes. */
  readonly dialects?: RunHeader['dialects'];
  readonly signal?: AbortSignal;
}

/** A run before its first operation. */
export interface RunPlan extends Pick<Required<Run>, 'header' | 'start' | 'plan'> {
  readonly operations: { readonly length: number };
  /** Replays: what is foreseen before the nodes were asked. */
  readonly prediction?: Run;
}

/** Simulated nodes before the first operation, and what is planned for them. */
export interface SimulatedStage extends Stage {
  readonly operations: readonly Operation[];
  readonly pace: Pace;
  readonly nodes: Simulation;
  readonly steering: Steering;
  /** Goes on beside the operations: the network does not rest before it has ended. */
  readonly beside: (work: Promise<unknown>) => void;
}

/** Takes the readings of one moment from simulated nodes. */
export type Observe = (context: {
  readonly moment: Reading['moment'];
  readonly record?: OperationRecord | undefined;
  readonly simulation: Simulation;
  readonly network: Network;
  readonly nowMs: () => number;
}) => Promise<readonly Reading[]>;

/**
 * Runs a scenario on a virtual clock: same scenario and seed, same run, on every machine. `simulate(scenario, {seed})`
 * and `simulate({scenario})` are both understood. Throws InputError where the scenario cannot be simulated.
 */
export async function simulate(
  given: Scenario | SimulateOptions,
  { seed, ...further }: Omit<SimulateOptions, 'scenario'> & { readonly seed?: string | number } = {},
): Promise<Run> {
  const options =
    'scenario' in Object(given) ? (given as SimulateOptions) : { ...further, scenario: given as Scenario };
  assertGiven('simulate', { scenario: options.scenario?.networks }, 'scenario');
  const scenario = seed === undefined ? options.scenario : { ...options.scenario, seed: String(seed) };
  const records: OperationRecord[] = [];
  const onRecord = (record: OperationRecord): void => {
    records.push(record);
    options.onRecord?.(record);
  };
  return { ...(await streamSimulation({ ...options, scenario, onRecord })), records };
}

/** The same, whose records are handed over as operations end and kept by nobody else: there may be millions. */
export async function streamSimulation(
  options: SimulateOptions & Required<Pick<SimulateOptions, 'onRecord'>>,
): Promise<EndedRun> {
  const { pace = 'scenario', traces = 'all', held, observe, givesUp = false, random, signal } = options;
  if (pace === 'sequential') requireRest(options.scenario);
  const start = options.start ?? assembleNetwork(options.scenario, undefined, options.onBuilding);
  const scenario = await settleSteps(options.scenario, start);
  const planned = options.operations ?? assemblePlan({ scenario, network: start });
  const said = { ...(traces !== 'all' && { traces }), ...originOf(options) };
  const header = runHeader({ job: 'simulate', scenario, pace, ...said });
  const plan = 'steps' in planned ? countedPlan(planned.length) : listedPlan(planned);
  options.onStart?.({ header, start, plan, operations: planned });
  const clock = new VirtualClock();
  const steering: Steering = {};
  const { told, dialects } = options;
  const nodeRules = (node: NodeName): NodeRules => dialects?.[node]?.rules ?? PYTHON_NODE_RULES;
  // Payments of traffic have identifiers of their own, and steps may ask for anything.
  const isTraffic = 'steps' in planned || planned.every(({ origin }) => origin.startsWith('traffic['));
  const remembersPayments = observe !== undefined || scenario.steps.length > 0 || !isTraffic;
  const rooms = { network: start, held, clock, traces, told, nodeRules, remembersPayments };
  // Only a source of its own steers the router.
  const assembled = { scenario, ...rooms, random, ...(options.source && { steering }) };
  const simulation = assembleSimulation(assembled);
  const directory = directoryOf(start);
  const readings: Reading[] = [];
  let disturbances: DisturbanceRecord | undefined;
  const look = async (moment: Reading['moment'], record?: OperationRecord): Promise<void> => {
    if (!observe) return;
    const nowMs = (): number => clock.nowMs();
    readings.push(...(await observe({ moment, record, simulation, network: start, nowMs })));
  };
  const underWay: Promise<unknown>[] = [];
  const beside = (performing: Promise<unknown>): void => void underWay.push(performing);
  const rest = async (): Promise<void> => {
    await Promise.all(underWay.splice(0));
    await comeToRest(simulation, clock, scenario.protocol);
  };
  const stage: Omit<SimulatedStage, 'operations'> = {
    pace,
    nodes: simulation,
    directory,
    clock,
    runControl: simulation.control,
    records: simulation.records,
    pathFinding: simulation.pathFinding,
    remembered: new Map(),
    steering,
    beside,
  };
  // The network rests when the node has answered, whether or not anyone waits for it still; what ends second is too late.
  const abandoned = (afterMs: number, ended: (performed: Performed) => void): (() => void) => {
    clock.schedule(afterMs, () => ended(GIVEN_UP));
    let answered = (): void => {};
    beside(
      new Promise<void>((resolve) => {
        answered = () => clock.answer(resolve);
      }),
    );
    return answered;
  };
  const restAndLook = async (record: OperationRecord): Promise<void> => {
    await rest();
    await look(record.operation.id, record);
  };
  let recorded = 0;
  const work = async (): Promise<void> => {
    await look('start');
    await drive({
      ...stage,
      source: options.source?.({ ...stage, operations: [...planned] }) ?? sourceAtPace(planned, pace),
      sendPayment: (operation, ended) => {
        const { node, giveUpAfterMs } = operation;
        const answered = giveUpAfterMs !== undefined && givesUp ? abandoned(giveUpAfterMs, ended) : undefined;
        simulation.pay(node, paymentRequest(operation, directory), (answer) => {
          ended(withKeptTrace(performedPayment(answer), traces));
          answered?.();
        });
      },
      onRecord(record) {
        recorded += 1;
        options.onRecord(record);
      },
      signal,
      afterEach: pace === 'sequential' ? restAndLook : undefined,
    });
    disturbances = simulation.calm();
    await rest();
    await look('end');
  };
  await onVirtualTime(clock, work());
  const end = simulation.control.network();
  assertNetworkInvariants(end);
  const partial = signal?.aborted ?? false;
  if (!partial && recorded < planned.length)
    throw new InvariantError(`${planned.length - recorded} operations have no outcome`);
  const depletedEnds = simulation.depletedEnds();
  return { header, start, plan, end, readings, depletedEnds, partial, ...(disturbances && { disturbances }) };
}

// A success comes as an outline already where no trace of it is kept.
function withKeptTrace(performed: Performed, traces: KeptTraces): Performed {
  const { outcome, trace } = performed;
  return traces === 'none' && trace !== undefined ? { outcome, outline: outlineOf(trace) } : performed;
}

// An attacker has always something under way.
function requireRest({ name: file, griefing = [] }: Scenario): void {
  const index = griefing.findIndex(({ kind }) => kind === 'jam');
  if (index < 0) return;
  throw new InputError({
    place: { file, path: `griefing[${index}].jam` },
    message: 'keeps the network from coming to rest between operations, as pace sequential has it',
    hint: 'Simulate it at pace scenario.',
  });
}
