import { beforeAll, describe, expect, it } from 'vitest';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { bootstrapInterval, estimate, pairedEstimate, shareEstimate } from '../../src/statistics/estimate.ts';
import { exactShareInterval } from '../../src/statistics/exact-share-interval.ts';
import { percentile } from '../../src/statistics/percentile.ts';
import { loadQuantiles } from '../../src/statistics/quantiles.ts';

beforeAll(loadQuantiles);

describe('an estimate', () => {
  it('has the interval of the textbook', () => {
    // Student's t for 9 degrees of freedom and 97.5 % is 2.262157 (any table).
    const { mean, interval, deviation } = estimate([4, 8, 6, 5, 3, 7, 9, 5, 6, 7]);
    expect([mean, deviation]).toEqual([6, expect.closeTo(1.825742, 6)]);
    expect(interval).toEqual([expect.closeTo(4.693943, 6), expect.closeTo(7.306057, 6)]);
  });

  it('does not leave its bounds', () => {
    expect(estimate([0.9, 1, 0.9, 1], { bounds: [0, 1] }).interval[1]).toBe(1);
  });

  it('of one value says nothing of the mean', () => {
    expect(estimate([0.5], { bounds: [0, 1] }).interval).toEqual([0, 1]);
  });

  it('of equal values is that value exactly', () => {
    expect(estimate([0.1, 0.1, 0.1]).interval).toEqual([0.1, 0.1]);
  });

  it('of pairs is far narrower than that of either side', () => {
    const firsts = [0.2, 0.5, 0.8, 0.4];
    const seconds = [0.31, 0.6, 0.91, 0.5];
    const { mean, interval } = pairedEstimate(firsts, seconds);
    expect(mean).toBeCloseTo(0.105, 10);
    expect(interval[0]).toBeGreaterThan(0.09);
  });
});

describe('an estimate of a share', () => {
  it('has Wilson’s interval with as many independent draws as the spread tells of', () => {
    // Of single draws the spread is that of independent ones, but for n / (n - 1): 15 of 20, t = 2.0930.
    const draws = Array.from({ length: 20 }, (_, at) => (at < 15 ? 1 : 0));
    const { mean, interval } = shareEstimate(draws);
    const [n, t, share] = [19, 2.093024, 0.75];
    const middle = (share + (t * t) / (2 * n)) / (1 + (t * t) / n);
    const reach = (t / (1 + (t * t) / n)) * Math.sqrt((share * (1 - share)) / n + (t * t) / (4 * n * n));
    expect(mean).toBe(0.75);
    expect(interval).toEqual([expect.closeTo(middle - reach, 6), expect.closeTo(middle + reach, 6)]);
  });

  it('of one value says nothing of the mean', () => {
    expect(shareEstimate([0.5]).interval).toEqual([0, 1]);
  });

  it('of equal values is that value exactly', () => {
    expect(shareEstimate([0.1, 0.1, 0.1]).interval).toEqual([0.1, 0.1]);
    expect(shareEstimate([1, 1]).interval).toEqual([1, 1]);
  });
});

describe('the exact interval of a share', () => {
  it('is that of the textbook', () => {
    // Clopper & Pearson for 7 of 20 at 95 %: 0.1539 to 0.5922; for 0 of 10: up to 1 - 0.025^(1/10).
    expect(exactShareInterval({ part: 7, of: 20 }).map((bound) => bound.toFixed(4))).toEqual([
      '0.1539',
      '0.5922',
    ]);
    expect(exactShareInterval({ part: 0, of: 10 })).toEqual([0, expect.closeTo(1 - 0.025 ** 0.1, 10)]);
    expect(exactShareInterval({ part: 10, of: 10 })[1]).toBe(1);
  });

  it('of nothing is everything', () => {
    expect(exactShareInterval({ part: 0, of: 0 })).toEqual([0, 1]);
  });
});

// So many tries that 95 % coverage lies within these bounds but for one time in ten thousand.
const TRIES = 2000;
const [LEAST, MOST] = [0.93, 0.97];

describe('95 of 100 intervals cover the truth', () => {
  const random = createRandomSource('coverage').stream('draws');
  const covered = (draw: () => readonly [number, number], truth: number): number => {
    let count = 0;
    for (let at = 0; at < TRIES; at += 1) {
      const [low, high] = draw();
      if (low <= truth && truth <= high) count += 1;
    }
    return count / TRIES;
  };
  const sample = (size: number): readonly number[] => Array.from({ length: size }, () => random());

  it('of a mean of uniform draws', () => {
    const share = covered(() => estimate(sample(10)).interval, 0.5);
    expect(share).toBeGreaterThan(LEAST);
    expect(share).toBeLessThan(MOST);
  });

  it('of a share of coin throws, where the exact interval may cover more', () => {
    const share = covered(
      () => exactShareInterval({ part: sample(50).filter((each) => each < 0.3).length, of: 50 }),
      0.3,
    );
    expect(share).toBeGreaterThan(LEAST);
  });

  it.each([0.9, 0.99])('of a share of %d over replications of 20 payments', (truth) => {
    const replication = (): number => sample(20).filter((each) => each < truth).length / 20;
    const share = covered(() => shareEstimate(Array.from({ length: 20 }, replication)).interval, truth);
    expect(share).toBeGreaterThan(LEAST);
    expect(share).toBeLessThan(MOST);
  });

  it('of a median, by the bootstrap', () => {
    const tries = 100;
    let count = 0;
    for (let at = 0; at < tries; at += 1) {
      const [low, high] = bootstrapInterval(
        sample(20),
        (values) =>
          percentile(
            values.toSorted((a, b) => a - b),
            50,
          ),
        { random },
      );
      if (low <= 0.5 && 0.5 <= high) count += 1;
    }
    // A hundred tries: below 0.86 but for one time in a thousand.
    expect(count / tries).toBeGreaterThan(0.86);
  });
});
