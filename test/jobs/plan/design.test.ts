import { describe, expect, it } from 'vitest';
import { designPoints } from '../../../src/jobs/plan/design.ts';

describe('the points of a plan', () => {
  it('are all combinations, the last factor first', () => {
    const factors = [
      { path: 'a', values: [1, 2] },
      { path: 'b', values: ['x', 'y'] },
    ];
    const points = designPoints(factors);
    expect(points.map((point) => point.map(({ value }) => value).join(''))).toEqual(['1x', '1y', '2x', '2y']);
  });

  it('are one without factors: the scenario as it is', () => {
    expect(designPoints([])).toEqual([[]]);
  });
});
