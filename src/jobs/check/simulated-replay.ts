import type { Network } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Pace, Run } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';
import { type JudgedRun, judgeReplay } from '../replay/judge-replay.ts';
import { travelTimeOf } from '../../verdict/timeline/travel-time.ts';
import { observePrediction } from '../replay/observe-prediction.ts';
import { simulate } from '../simulate.ts';

// Answers on a virtual clock arrive at once; a millisecond keeps the end of one call apart from the start of the next.
const ALMOST_NO_GRACE = 0.004;

/** Deviations of a simulated target: other operations, other nodes, other answers. */
export interface Departure {
  /** The operations asked of the nodes in place of the plan. */
  readonly drive?: (operations: readonly Operation[]) => readonly Operation[];
  /** The nodes that are asked, by the scenario they live by; absent: the same as in the prediction. */
  readonly nodes?: (scenario: Scenario) => Scenario;
  /** Changes the run that the nodes tell; `prediction` is the run that they should have told. */
  readonly tell?: (driven: Run, prediction: Run) => Run;
}

/** A plan for simulated nodes. */
export interface SimulatedReplay extends Departure {
  readonly scenario: Scenario;
  readonly pace: Pace;
  /** Absent: as the scenario describes it. */
  readonly start?: Network;
}

/**
 * A replay without HTTP, on virtual clocks: the plan is simulated, then asked of simulated nodes, and what they show is
 * judged by the first. Throws InvariantError where money does not add up or a lock outlives its transfer.
 */
export async function replaySimulated({
  scenario,
  pace,
  start = assembleNetwork(scenario),
  drive = (operations) => operations,
  nodes = (same) => same,
  tell = (driven) => driven,
}: SimulatedReplay): Promise<JudgedRun> {
  const operations = assembleOperations({ scenario, network: start });
  const planned = { start, observe: observePrediction(operations), pace };
  const prediction = await simulate({
    ...planned,
    scenario,
    operations,
  });
  const asked = { ...planned, scenario: nodes(scenario), operations: drive(operations), givesUp: true };
  const driven = await simulate(asked);
  const told = tell(driven, prediction);
  const header = { ...prediction.header, job: 'replay', speed: ALMOST_NO_GRACE } as const;
  // Simulated nodes are read when they rest, and show the same until a replay would read them; a closed channel settles.
  const travelMs = travelTimeOf(header, told.records);
  const isSettling = told.end?.someEdge((_key, { state }) => state !== 'opened');
  const awaited = isSettling === true ? [] : told.records;
  const restAtMs = Math.max(0, ...awaited.map((record) => record.endedAtMs + travelMs(record)));
  const readings = told.readings.map((reading) =>
    reading.moment === 'end' ? { ...reading, atMs: Math.max(reading.atMs, restAtMs) } : reading,
  );
  return await judgeReplay({ ...told, header, readings }, prediction);
}
