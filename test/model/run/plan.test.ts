import { describe, expect, it } from 'vitest';
import { listedPlan } from '../../../src/model/run/plan.ts';

const withIds = (ids: readonly number[]): { readonly id: number }[] => ids.map((id) => ({ id }));

describe('a plan that is known beforehand', () => {
  it('names a million operations in a line', () => {
    expect(listedPlan(withIds([0, 1, 2, 3, 4, 5]))).toEqual({ ids: [{ from: 0, to: 5, step: 1 }] });
  });

  it('names in two operations of which some follow each other and others are four apart', () => {
    expect(listedPlan(withIds([0, 1, 2, 4, 8, 12, 16]))).toEqual({
      ids: [
        { from: 0, to: 2, step: 1 },
        { from: 4, to: 16, step: 4 },
      ],
    });
  });

  it('names nothing when there is nothing', () => {
    expect(listedPlan([])).toEqual({ ids: [] });
  });
});
