import { describe, expect, it } from 'vitest';
import { leastSquares } from '../../src/statistics/least-squares.ts';

describe('least squares', () => {
  it('finds the weights that values were made of', () => {
    const columns = [
      [1, 1, 1, 1, 1],
      [0, 0.25, 0.5, 0.75, 1],
      [1, 0, 0, 1, 0],
    ];
    const values = [0, 1, 2, 3, 4].map((at) => 2 + 3 * (columns[1]?.[at] ?? 0) - (columns[2]?.[at] ?? 0));
    const [base, slope, step] = leastSquares(columns, values) ?? [];
    expect([base, slope, step].map((each) => Number(each?.toFixed(9)))).toEqual([2, 3, -1]);
  });

  it('comes closest where nothing fits', () => {
    // The line through (0, 0), (1, 1), (2, 1): 1/6 + x/2.
    const fit = leastSquares(
      [
        [1, 1, 1],
        [0, 1, 2],
      ],
      [0, 1, 1],
    );
    expect(fit?.map((each) => Number(each.toFixed(9)))).toEqual([0.166666667, 0.5]);
  });

  it('tells columns that say the same', () => {
    const columns = [
      [1, 1, 1],
      [1, 2, 3],
      [2, 4, 6],
    ];
    expect(leastSquares(columns, [1, 2, 3])).toBeUndefined();
  });
});
