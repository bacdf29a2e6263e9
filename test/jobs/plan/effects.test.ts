import { beforeAll, describe, expect, it } from 'vitest';
import { pairedDifference } from '../../../src/jobs/plan/effects.ts';
import { loadQuantiles } from '../../../src/statistics/quantiles.ts';

const runs = (...values: readonly number[]) => values.map((value) => ({ metrics: { success_rate: value } }));

describe('the difference of two runs', () => {
  beforeAll(loadQuantiles);

  it('is narrower than either side, and of shares at most 100 points', () => {
    const shifted = pairedDifference(runs(0.2, 0.5, 0.8), runs(0.31, 0.6, 0.91), 'success_rate').interval;
    expect(shifted.map((end) => end.toFixed(2))).toEqual(['0.09', '0.12']);
    expect(pairedDifference(runs(0, 1), runs(1, 1), 'success_rate').interval).toEqual([-1, 1]);
  });
});
