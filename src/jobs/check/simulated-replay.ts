import { compareRuns } from '../../checks/compare-runs.ts';
import { exploreOrders } from '../../checks/latitude/explore-orders.ts';
import { overlapsAnything } from '../../checks/outcomes/overlap.ts';
import { resolveOutcomes } from '../../checks/outcomes/resolve-outcomes.ts';
import type { Network } from '../../model/network/network.ts';
import type { Comparison } from '../../model/run/finding.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Pace, Run } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { assembleNetwork, assembleOperations } from '../assemble.ts';
import { modelOf } from '../replay/ask-model.ts';
import { observePrediction } from '../replay/observe-prediction.ts';
import { simulate } from '../simulate.ts';

// Simulated nodes are read when they rest, and would show the same for long after.
const LATER_MS = 60_000;
// What runs on a virtual clock needs no time to get to us; a millisecond, so that nothing ends the moment another begins.
const ALMOST_NO_GRACE = 0.004;

/** How what is driven is not what was planned, and what nodes say not what they did. */
export interface Departure {
  /** What is asked of the nodes in place of the plan. */
  readonly drive?: (operations: readonly Operation[]) => readonly Operation[];
  /** The nodes that are asked, by the scenario they live by; absent: the same as in the prediction. */
  readonly nodes?: (scenario: Scenario) => Scenario;
  /** What they say they did; `prediction` has what they should have done. */
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
}: SimulatedReplay): Promise<Run & { readonly comparison: Comparison }> {
  const operations = assembleOperations({ scenario, network: start });
  const planned = { start, observe: observePrediction(operations), pace };
  const prediction = await simulate({ ...planned, scenario, operations });
  const asked = { ...planned, scenario: nodes(scenario), operations: drive(operations), givesUp: true };
  const driven = await simulate(asked);
  const told = tell(driven, prediction);
  const header = { ...prediction.header, job: 'replay', speed: ALMOST_NO_GRACE } as const;
  const readings = told.readings.map((reading) =>
    reading.moment === 'end' ? { ...reading, atMs: reading.atMs + LATER_MS } : reading,
  );
  const run: Run = { ...told, header, readings };
  const resolved: Run = { ...run, records: resolveOutcomes({ ...run, prediction }), prediction };
  const observed = overlapsAnything(resolved)
    ? { ...resolved, latitude: await exploreOrders(resolved, modelOf(scenario, start)) }
    : resolved;
  return { ...observed, comparison: compareRuns({ observed, predicted: prediction }) };
}
