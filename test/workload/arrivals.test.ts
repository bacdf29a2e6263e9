import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { burst, constant, poisson } from '../../src/workload/arrivals.ts';

const stream = (seed = 'arrivals') => createRandomSource(seed).stream('arrivals');

function take(count: number, moments: Iterable<number>): number[] {
  const taken: number[] = [];
  for (const moment of moments) {
    taken.push(moment);
    if (taken.length === count) break;
  }
  return taken;
}

describe('constant arrivals', () => {
  it('start at once and keep their distance', () => {
    expect(take(4, constant.arrivals({ kind: 'constant', ratePerSecond: 4 }, stream()))).toEqual([
      0, 250, 500, 750,
    ]);
  });

  it('do not drift: the millionth at 3 per second is where it belongs', () => {
    const moments = take(1_000_000, constant.arrivals({ kind: 'constant', ratePerSecond: 3 }, stream()));
    expect(moments.at(-1)).toBe(333_333_000);
  });
});

describe('burst arrivals', () => {
  it('come several at once, at equal distances', () => {
    const moments = burst.arrivals({ kind: 'burst', size: 2, everyMs: 500 }, stream());
    expect(take(5, moments)).toEqual([0, 0, 500, 500, 1_000]);
  });
});

describe('poisson arrivals', () => {
  const gapsOf = (ratePerSecond: number): number[] => {
    const moments = take(20_000, poisson.arrivals({ kind: 'poisson', ratePerSecond }, stream()));
    return moments.map((moment, index) => moment - (moments[index - 1] ?? 0));
  };

  it('have gaps of mean 1 / rate, whose deviation is as large', () => {
    const gaps = gapsOf(20);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) * (gap - mean), 0) / gaps.length;
    expect(Math.abs(mean / 50 - 1)).toBeLessThan(0.03);
    expect(Math.abs(Math.sqrt(variance) / mean - 1)).toBeLessThan(0.03);
  });

  it('never go back, at any rate', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), fc.string(), (ratePerSecond, seed) => {
        const moments = take(50, poisson.arrivals({ kind: 'poisson', ratePerSecond }, stream(seed)));
        expect(moments).toEqual(moments.toSorted((one, other) => one - other));
      }),
    );
  });
});
