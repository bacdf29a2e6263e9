import { beforeAll, describe, expect, it } from 'vitest';
import { estimate } from '../../src/statistics/estimate.ts';
import { beyondChance, chanceAbove, chanceBeside } from '../../src/statistics/false-discoveries.ts';
import { loadQuantiles } from '../../src/statistics/quantiles.ts';

beforeAll(loadQuantiles);

describe('what is told as more than chance', () => {
  it('is what Benjamini and Hochberg found in their example of fifteen (1995, 3.2)', () => {
    const chances = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ];
    expect(beyondChance([...chances].reverse()).filter(Boolean)).toHaveLength(4);
    expect(beyondChance([])).toEqual([]);
  });

  it('goes by the chance of Student’s test', () => {
    // The 97.5 % quantile for 9 degrees of freedom is 2.262.
    const values = [1, -1, 1, -1, 1, -1, 1, -1, 1, -1].map(
      (each) => each + (2.262157 * 1.0540926) / Math.sqrt(10),
    );
    expect(chanceAbove(estimate(values), 0)).toBeCloseTo(0.025, 6);
    expect(chanceBeside(estimate(values.map((each) => -each)))).toBeCloseTo(0.05, 6);
    expect(chanceAbove(estimate([3, 3]), 2)).toBe(0);
    expect(chanceAbove(estimate([3]), 2)).toBe(1);
  });
});
