import { describe, expect, it } from 'vitest';
import { metricChangeTexts, metricText } from '../../../src/report/words/metric-text.ts';
import { pointsText } from '../../../src/report/words/number-format.ts';

describe('a metric in words', () => {
  it('is a share in percent, a duration with its unit, anything else a number', () => {
    expect(metricText('success_rate', 0.447)).toBe('44.7 %');
    expect(metricText('latency_p95_ms', 1200)).toBe('1.2 s');
    expect(metricText('duration_s', 45)).toBe('45 s');
    expect(metricText('volume', 1_019_404)).toBe('1,019,404');
  });

  it('moves by points, by a duration or by a number, with its sign', () => {
    expect(change('success_rate', 0.818)).toBe('+81.8 points');
    expect(change('latency_p50_ms', -120)).toBe('-120 ms');
    expect(change('path_length_mean', -0.14)).toBe('-0.14');
    expect(change('failed', 1234)).toBe('+1,234');
    expect(change('failed', 0)).toBe('0');
  });

  it('reads otherwise on two sides that are not the same', () => {
    expect(sides('success_rate', { a: 0.0982, b: 0.09827 })).toEqual({ a: '9.82 %', b: '9.83 %' });
    expect(sides('success_rate', { a: 0.098, b: 0.098 })).toEqual({ a: '9.8 %', b: '9.8 %' });
    expect(sides('success_rate', { a: 0.9995, b: 0.9996 })).toEqual({ a: '99.95 %', b: '99.96 %' });
    expect(sides('latency_p50_ms', { a: 120.2, b: 120.4 })).toEqual({
      a: '120.2 ms',
      b: '120.4 ms',
    });
    expect(sides('latency_p50_ms', { a: 12_010, b: 12_020 })).toEqual({
      a: '12.01 s',
      b: '12.02 s',
    });
    expect(sides('path_length_mean', { a: 2.2011, b: 2.2012 })).toEqual({
      a: '2.2011',
      b: '2.2012',
    });
  });

  it('never calls a small change none', () => {
    expect(pointsText(-0.0004)).toBe('-0.04 points');
    expect(pointsText(0.000_06)).toBe('+0.006 points');
    expect(change('path_length_mean', -0.004)).toBe('-0.004');
    expect(change('latency_p50_ms', -0.04)).toBe('-0.04 ms');
  });
});

function change(metric: string, difference: number): string {
  return metricChangeTexts({ metric, a: 0, b: difference, difference }).change;
}

function sides(metric: string, { a, b }: Readonly<Record<'a' | 'b', number>>) {
  const { change: _, ...texts } = metricChangeTexts({ metric, a, b, difference: b - a });
  return texts;
}
