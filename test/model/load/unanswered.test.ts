import { expect, it } from 'vitest';
import { contradicts } from '../../../src/model/load/load-aggregate.ts';
import type { Outcome } from '../../../src/model/run/operation.ts';
import { unansweredBecause } from '../../../src/model/load/load-series.ts';

const TIMES = { startedAtMs: 0, endedAtMs: 1 };

it('a payment that found no descriptor or port here was given up, and says nothing of the target', () => {
  const outcome: Outcome = { kind: 'failed', status: 0, reason: 'driver-limit', message: 'connect EMFILE' };
  expect(unansweredBecause({ outcome, ...TIMES })).toBe('given-up');
  expect(contradicts({ foreseen: 'must-succeed', outcome })).toBe(false);
});

it('a payment whose connection was refused was unreached, and contradicts what was foreseen', () => {
  const outcome: Outcome = {
    kind: 'failed',
    status: 0,
    reason: 'unreachable',
    message: 'connect ECONNREFUSED',
  };
  expect(unansweredBecause({ outcome, ...TIMES })).toBe('unreached');
  expect(contradicts({ foreseen: 'must-succeed', outcome })).toBe(true);
});
