import { describe, expect, it } from 'vitest';
import { metricDifferenceText, metricText, pointsText } from '../../../src/report/words/metric-text.ts';

describe('a metric in words', () => {
  it('is a share in percent, a duration with its unit, anything else a number', () => {
    expect(metricText('success_rate', 0.447)).toBe('44.7 %');
    expect(metricText('latency_p95_ms', 1200)).toBe('1.2 s');
    expect(metricText('duration_s', 45)).toBe('45 s');
    expect(metricText('volume', 1_019_404)).toBe('1,019,404');
  });

  it('moves by points, by a duration or by a number, with its sign', () => {
    expect(metricDifferenceText('success_rate', 0.818)).toBe('+81.8 points');
    expect(metricDifferenceText('latency_p50_ms', -120)).toBe('-120 ms');
    expect(metricDifferenceText('path_length_mean', -0.14)).toBe('-0.14');
    expect(metricDifferenceText('failed', 1234)).toBe('+1,234');
    expect(metricDifferenceText('failed', 0)).toBe('0');
  });

  it('never calls a small change none', () => {
    expect(pointsText(-0.0004)).toBe('-0.04 points');
    expect(pointsText(0.000_06)).toBe('+0.006 points');
  });
});
