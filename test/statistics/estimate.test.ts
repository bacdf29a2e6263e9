import { beforeAll, describe, expect, it } from 'vitest';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { estimate, quantileEstimate, shareEstimate } from '../../src/statistics/estimate.ts';
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
});

const ONE = { of: 1, isCertain: false };

describe('an estimate of a share', () => {
  it('has Wilson’s interval with as many independent draws as the spread tells of', () => {
    // Of single draws the spread is that of independent ones, but for n / (n - 1): 15 of 20, t = 2.0930.
    const draws = Array.from({ length: 20 }, (_, at) => (at < 15 ? 1 : 0));
    const { mean, interval } = shareEstimate(draws, ONE);
    const [n, t, share] = [19, 2.093024, 0.75];
    const middle = (share + (t * t) / (2 * n)) / (1 + (t * t) / n);
    const reach = (t / (1 + (t * t) / n)) * Math.sqrt((share * (1 - share)) / n + (t * t) / (4 * n * n));
    expect(mean).toBe(0.75);
    expect(interval).toEqual([expect.closeTo(middle - reach, 6), expect.closeTo(middle + reach, 6)]);
  });

  it('of one value says nothing of the mean', () => {
    expect(shareEstimate([0.5], ONE).interval).toEqual([0, 1]);
  });

  it('of equal values is that value exactly where no chance was at work', () => {
    expect(shareEstimate([0.1, 0.1, 0.1], { of: 10, isCertain: true }).interval).toEqual([0.1, 0.1]);
  });

  it('has a limit to what was not seen, and a lower one the more values there are', () => {
    // Groups of 10 of 100: as of 100 draws in 10 values, t = 2.262157; of 1,000 in 100, t = 1.984217.
    const lowest = (values: number) =>
      shareEstimate(
        Array.from({ length: values }, () => 1),
        { of: 100, isCertain: false },
      ).interval;
    expect(lowest(10)).toEqual([expect.closeTo(1 / (1 + 2.262157 ** 2 / 100), 6), 1]);
    expect(lowest(100)).toEqual([expect.closeTo(1 / (1 + 1.984217 ** 2 / 1000), 6), 1]);
  });

  it('has a width wherever chance is at work', () => {
    for (const share of [0, 0.1, 0.5, 1]) {
      const [low, high] = shareEstimate([share, share, share], { of: 10, isCertain: false }).interval;
      expect(high - low).toBeGreaterThan(0);
    }
  });
});

describe('a quantile', () => {
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

  it('has the interval of the textbook', () => {
    // Of ten values the median lies between the 2nd and the 9th with 97.9 % (any table of the sign test).
    expect(quantileEstimate(upTo(10), 0.5)).toEqual({ value: 5, interval: [2, 9] });
  });

  it('that so few values cannot show is not told', () => {
    // All of 72 lie above the lowest twentieth with 0.95^72 = 2.5 %.
    expect(quantileEstimate(upTo(71), 0.05)).toBeUndefined();
    expect(quantileEstimate(upTo(72), 0.05)?.interval[0]).toBe(1);
    expect(quantileEstimate(upTo(72), 0.95)?.interval[1]).toBe(72);
    expect(quantileEstimate([], 0.5)).toBeUndefined();
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

  it.each([0.9, 0.99])(
    'of a share of %d over replications of 20 payments, where rare ones may be covered more',
    (truth) => {
      const replication = (): number => sample(20).filter((each) => each < truth).length / 20;
      const share = covered(
        () => shareEstimate(Array.from({ length: 20 }, replication), { of: 20, isCertain: false }).interval,
        truth,
      );
      expect(share).toBeGreaterThan(LEAST);
      if (truth < 0.95) expect(share).toBeLessThan(MOST);
    },
  );

  it('of the lowest twentieth, where order statistics may cover more', () => {
    const share = covered(() => quantileEstimate(sample(100), 0.05)?.interval ?? [1, 0], 0.05);
    expect(share).toBeGreaterThan(LEAST);
  });
});
