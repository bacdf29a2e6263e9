import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { NO_FEES } from '../../src/model/network/fees.ts';
import type { NetworkSpec, Scenario } from '../../src/model/scenario/scenario.ts';
import { exampleScenario } from '../fixtures/example-runs.ts';

/** A scenario with one token and whatever the test cares about. */
export function scenarioWith(parts: Partial<Scenario> = {}): Scenario {
  const tokens = [{ name: 'T', decimals: 18, balancePerNode: MAX_AMOUNT }];
  return exampleScenario({ name: 'fixture', seed: 'millrace', tokens, expect: [], ...parts });
}

/** A line of three of token `T` unless the test says otherwise. */
export function networkSpec(parts: Partial<NetworkSpec> = {}): NetworkSpec {
  return {
    token: 'T',
    topology: { kind: 'line', nodes: 3 },
    capacity: { kind: 'fixed', amount: 1_000n },
    split: { kind: 'equal' },
    fees: NO_FEES,
    settleTimeout: 500,
    revealTimeout: 50,
    ...parts,
  };
}
