import fc from 'fast-check';
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { fromHdr, toHdr } from '../../src/statistics/hdr-encoding.ts';
import { LatencyHistogram } from '../../src/statistics/latency-histogram.ts';

const PERCENTS = [1, 50, 90, 99, 99.9, 100];

function histogramOf(durations: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const duration of durations) histogram.record(duration);
  return histogram;
}

const durations = fc.array(fc.integer({ min: 1, max: 3_600_000_000 }), { minLength: 1, maxLength: 100 });

describe('the HdrHistogram encoding', () => {
  it('is read by another library with the same counts and percentiles', () => {
    fc.assert(
      fc.property(durations, (microseconds) => {
        const ours = histogramOf(microseconds.map((one) => one / 1000));
        const theirs = decodeFromCompressedBase64(toHdr(ours));
        expect(theirs.totalCount).toBe(ours.count);
        const reference = build({ highestTrackableValue: 3_600_000_000, numberOfSignificantValueDigits: 3 });
        for (const one of microseconds) reference.recordValue(one);
        for (const percent of PERCENTS)
          expect(theirs.getValueAtPercentile(percent)).toBe(reference.getValueAtPercentile(percent));
      }),
    );
  });

  it('reads what another library has written', () => {
    fc.assert(
      fc.property(durations, (microseconds) => {
        const theirs = build({ highestTrackableValue: 3_600_000_000, numberOfSignificantValueDigits: 3 });
        for (const one of microseconds) theirs.recordValue(one);
        const ours = fromHdr(encodeIntoCompressedBase64(theirs));
        const expected = histogramOf(microseconds.map((one) => one / 1000));
        expect([...ours.buckets()]).toEqual([...expected.buckets()]);
      }),
    );
  });

  it('refuses what is none', () => {
    expect(() => fromHdr('aGVsbG8sIHdvcmxk')).toThrow(/no compressed HdrHistogram/);
    expect(() => fromHdr(toHdr(histogramOf([1, 2])).slice(0, 20))).toThrow(/no compressed HdrHistogram/);
  });
});
