import { describe, expect, it } from 'vitest';
import { travelTimeOf } from '../../../src/verdict/timeline/travel-time.ts';
import { realTiming } from '../../../src/model/run/target-timing.ts';
import { exampleScenario } from '../../fixtures/example-runs.ts';
import { step, SUCCEEDED } from '../../world/records.ts';

function deposit(endedAtMs: number) {
  return step({ kind: 'deposit', node: 'alice', partner: 'bob', totalDeposit: 5n }, SUCCEEDED, { endedAtMs });
}

describe('how long others take to hear of a change on chain', () => {
  const scenario = exampleScenario();
  const travelMs = travelTimeOf({ job: 'replay', scenario, timing: realTiming({ run: 1 }) }, []);

  it('is about as long as its answer took, since that waits for blocks, too', () => {
    expect(travelMs(deposit(50))).toBe(1_150);
  });

  it('is no longer than the longest block', () => {
    expect(travelMs(deposit(60_000))).toBe(16_000);
  });
});
