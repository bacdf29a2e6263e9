import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../../src/statistics/latency-histogram.ts';

function histogramOf(durations: readonly number[], digits = 3): LatencyHistogram {
  const histogram = new LatencyHistogram(digits);
  for (const duration of durations) histogram.record(duration);
  return histogram;
}

describe('a latency histogram', () => {
  it('has no percentiles without values', () => {
    const histogram = new LatencyHistogram();
    const figures = [histogram.percentileMs(99), histogram.meanMs, histogram.minMs, histogram.maxMs];
    expect(new Set(figures)).toEqual(new Set([Number.NaN]));
  });

  it('tells the median, the extremes and the mean of a few durations', () => {
    const histogram = histogramOf([1, 2, 3, 4, 100]);
    expect(histogram.percentileMs(50)).toBeCloseTo(3, 2);
    expect([histogram.minMs, histogram.maxMs, histogram.meanMs, histogram.count]).toEqual([1, 100, 22, 5]);
  });

  it('counts a negative duration as none and one above an hour as an hour', () => {
    const histogram = histogramOf([-5, 7_200_000]);
    expect([histogram.minMs, histogram.maxMs]).toEqual([0, 3_600_000]);
  });

  it('says how many took longer', () => {
    expect(histogramOf([1, 2, 3, 400, 500]).countAbove(100)).toBe(2);
  });

  const durations = fc.array(fc.double({ min: 0, max: 3_600_000, noNaN: true }), {
    minLength: 1,
    maxLength: 200,
  });

  it('is off by less than one unit in its last digit at every percentile', () => {
    const property = fc.property(
      durations,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 100 }),
      (all, digits, percent) => {
        const sorted = all.toSorted((one, other) => one - other);
        const exact = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] as number;
        const found = histogramOf(all, digits).percentileMs(percent);
        const tolerance = exact / [1, 10, 100, 1000][digits]! + 0.001;
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(tolerance);
      },
    );
    fc.assert(property);
  });

  it('merged from parts equals the whole, and survives being written', () => {
    const property = fc.property(durations, durations, (one, other) => {
      const merged = histogramOf(one);
      merged.merge(histogramOf(other));
      const whole = histogramOf([...one, ...other]);
      expect(merged.toJson().counts).toEqual(whole.toJson().counts);
      const read = LatencyHistogram.fromJson(JSON.parse(JSON.stringify(merged.toJson())));
      const figures = (of: typeof read) => [of.percentileMs(99), of.count, of.maxMs];
      expect(figures(read)).toEqual(figures(whole));
    });
    fc.assert(property);
  });
});
