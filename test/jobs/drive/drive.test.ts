import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import { scenarioFrom } from '../scenario-text.ts';

describe('driving', () => {
  it.each(['scenario', 'sequential'] as const)(
    'what a callback throws ends the run at pace %s and reaches the caller',
    async (pace) => {
      let seen = 0;
      const run = simulate({
        scenario: scenarioFrom(`
question: what ends a run?
seed: 1
network: {topology: {line: {nodes: 3}}}
traffic:
  - arrivals: {burst: {size: 5, every: 1s}}
    count: 50
    amounts: 1
`),
        pace,
        onRecord: () => {
          seen += 1;
          throw new Error('the disk is full');
        },
      });
      await expect(run).rejects.toThrow('the disk is full');
      expect(seen).toBeLessThanOrEqual(5);
    },
  );
});
