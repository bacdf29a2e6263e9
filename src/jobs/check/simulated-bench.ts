import { type DurationDistribution, longestMs } from '../../model/scenario/distribution.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { createRandomSource } from '../../runtime/random-source.ts';
import { assembleNetwork } from '../assemble.ts';
import type { Departure, SimulatedReplay } from './simulated-replay.ts';
import type { TestBench } from './test-bench.ts';

// No message arrives the moment it is sent.
const SHORTEST_HOP_MS = 1;

/**
 * Simulated nodes on virtual clocks, without HTTP. They are not those of the prediction: each of their messages takes as
 * long as chance has it, up to what the scenario says, and calls that start together start in an order drawn from the
 * seed. The same case has the same order each time.
 */
export function simulatedBench(): TestBench {
  return {
    isolation: 'each try has new simulated nodes on a new clock',
    may: { stopsNodes: true, opensAndCloses: true, takesTime: true },
    furnish: async (scenario) => ({
      start: assembleNetwork(scenario),
      departure: inAnotherOrder,
      release: async () => {},
    }),
  };
}

function inAnotherOrder({ scenario, pace }: Pick<SimulatedReplay, 'scenario' | 'pace'>): Departure {
  const seed = nameOf(scenario);
  return {
    nodes: (same) => ({
      ...same,
      seed,
      protocol: { ...same.protocol, hopLatency: upTo(same.protocol.hopLatency) },
    }),
    ...(pace === 'scenario' && { drive: (operations) => shuffled(operations, seed) }),
  };
}

function upTo(hopLatency: DurationDistribution): DurationDistribution {
  const maxMs = longestMs(hopLatency);
  return { kind: 'uniform', minMs: Math.min(SHORTEST_HOP_MS, maxMs), maxMs };
}

// Only what is due together changes places.
function shuffled(operations: readonly Operation[], seed: string): readonly Operation[] {
  const draw = createRandomSource(seed).stream('order');
  const places = new Map(operations.map(({ id }) => [id, draw()]));
  const placeOf = ({ id }: Operation): number => places.get(id) ?? 0;
  return operations.toSorted((one, other) => one.atMs - other.atMs || placeOf(one) - placeOf(other));
}

// The same however it came about: what is written to a file and read again has its fields in another order.
function nameOf({ seed, steps }: Scenario): string {
  const fields = steps.map((step) => Object.entries(step).map(([name, value]) => `${name} ${String(value)}`));
  return JSON.stringify([seed, ...fields.map((each) => each.toSorted())]);
}
