import { describe, expect, it } from 'vitest';
import { rangeValues } from '../../../src/model/plan/plan-spec.ts';

describe('a range of values', () => {
  it('is evenly spaced, or evenly in its logarithm', () => {
    expect(rangeValues('[0, 10] 5')).toEqual([0, 3, 5, 8, 10]);
    expect(rangeValues('[1_000, 10_000] log 3')).toEqual([1000, 3162, 10_000]);
    expect(rangeValues('[0.5, 1] linear 3')?.map(String)).toEqual(['0.5', '0.75', '1.0']);
  });

  it('has its bounds exactly, and no value twice', () => {
    expect(rangeValues('[7, 8] 9')).toEqual([7, 8]);
  });

  it('is refused where it cannot be made', () => {
    for (const text of ['[0, 10] log 3', '[1, 2]', '[1, 2] log', '1, 2', '[1, 2] log 1', '[a, b] 3'])
      expect(rangeValues(text), text).toBeUndefined();
  });
});
