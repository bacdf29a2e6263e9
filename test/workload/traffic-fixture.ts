import type { ExecutorSettings } from '../../src/model/scenario/load-spec.ts';
import type { Scenario, TrafficSpec } from '../../src/model/scenario/scenario.ts';
import { scenarioWith } from '../topology/scenario-fixture.ts';

/** A scenario with tokens `T` and `U`, as the networks of these tests have. */
export function twoTokenScenario(parts: Partial<Scenario>): Scenario {
  return scenarioWith({
    tokens: ['T', 'U'].map((name) => ({ name, decimals: 0, balancePerNode: 0n })),
    ...parts,
  });
}

/** Three payments, one every 100 ms. */
export const RATE = {
  kind: 'constant-arrival-rate',
  rate: 10,
  timeUnitMs: 1000,
  durationMs: 300,
  maxVus: 100,
} as const satisfies ExecutorSettings;

/** Ten payments of 5, one per second, between any nodes, unless the test says otherwise. */
export function trafficSpec(parts: Partial<TrafficSpec> = {}): TrafficSpec {
  return {
    name: 'traffic 1',
    token: 'T',
    arrivals: { kind: 'constant', ratePerSecond: 1 },
    startMs: 0,
    count: 10,
    amounts: { kind: 'fixed', amount: 5n },
    pairs: { kind: 'uniform' },
    ...parts,
  };
}
