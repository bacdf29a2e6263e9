import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { NO_FEES } from '../../src/model/network/fees.ts';
import type { NetworkSpec, Scenario } from '../../src/model/scenario/scenario.ts';

/** A scenario with one token and whatever the test cares about. */
export function scenarioWith(parts: Partial<Scenario> = {}): Scenario {
  return {
    name: 'fixture',
    question: 'what does the test ask?',
    seed: 'millrace',
    tokens: [{ name: 'T', decimals: 18, balancePerNode: MAX_AMOUNT }],
    networks: [],
    nodes: {},
    protocol: {
      kind: 'raiden',
      blockTimeMs: 15_000,
      confirmations: 5,
      hopLatency: { kind: 'fixed', ms: 50 },
      maxPendingLocks: 160,
      router: 'raiden',
      view: 'exact',
      viewDelayMs: 0,
      maxPaths: 3,
      maxFeePercent: 20,
    },
    traffic: [],
    steps: [],
    expect: [],
    ...parts,
  };
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
