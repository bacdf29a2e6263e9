import { describe, expect, it } from 'vitest';
import { travelTimeOf } from '../../../src/verdict/story/travel-time.ts';
import type { Operation } from '../../../src/model/run/operation.ts';
import { realTiming } from '../../../src/model/run/target-timing.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const DEPOSIT: Operation = {
  id: 0,
  kind: 'deposit',
  node: 'alice',
  partner: 'bob',
  token: 'TOK',
  totalDeposit: 5n,
  atMs: 0,
  origin: 'steps[0]',
};

describe('how long others take to hear of a change on chain', () => {
  const scenario = scenarioFrom('question: How long?\nseed: 1\nnetwork: {topology: {line: {nodes: 2}}}\n');
  const travelMs = travelTimeOf({ job: 'replay', scenario, timing: realTiming({ run: 1 }) }, []);

  it('is about as long as its answer took, since that waits for blocks, too', () => {
    expect(travelMs({ operation: DEPOSIT, startedAtMs: 0, endedAtMs: 50 })).toBe(1_150);
  });

  it('is no longer than the longest block', () => {
    expect(travelMs({ operation: DEPOSIT, startedAtMs: 0, endedAtMs: 60_000 })).toBe(16_000);
  });
});
