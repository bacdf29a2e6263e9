import { describe, expect, it } from 'vitest';
import { holds, parseThreshold, thresholdFault } from '../../../src/model/scenario/threshold.ts';

describe('a threshold', () => {
  it.each([
    ['p(95)<500', { aggregation: { kind: 'percentile', percent: 95 }, relation: '<', bound: 500 }],
    [' p(99.9) <= 1e3 ', { aggregation: { kind: 'percentile', percent: 99.9 }, relation: '<=', bound: 1000 }],
    ['rate>0.99', { aggregation: { kind: 'rate' }, relation: '>', bound: 0.99 }],
    ['count===0', { aggregation: { kind: 'count' }, relation: '==', bound: 0 }],
    ['med!=-1.5', { aggregation: { kind: 'med' }, relation: '!=', bound: -1.5 }],
  ])('%s is read as k6 reads it', (text, condition) => {
    expect(parseThreshold(text)).toEqual(condition);
  });

  it.each(['', 'p95<500', 'p(101)<500', 'p()<1', 'avg<', 'avg<5s', 'avg=5', 'avg<5 max<6', 'mean<5'])(
    '%j is none',
    (text) => {
      expect(parseThreshold(text)).toBeUndefined();
    },
  );

  it('asks of a metric only what its kind has', () => {
    expect(thresholdFault('payment_duration', 'p(95)<500')).toBeUndefined();
    expect(thresholdFault('payments_failed', 'rate<0.01')).toBeUndefined();
    expect(thresholdFault('dropped', 'rate<1')).toBeUndefined();
    expect(thresholdFault('payments_failed', 'p(95)<500')).toContain('is a rate');
    expect(thresholdFault('payment_duration', 'rate>1')).toContain('avg, min, med, max, p(N)');
    expect(thresholdFault('dropped', 'value<1')).toContain('is a counter');
    expect(thresholdFault('dropped', 'less than one')).toContain('count<1');
  });

  it.each([
    ['avg<5', 4, true],
    ['avg<5', 5, false],
    ['avg<=5', 5, true],
    ['avg>5', 5, false],
    ['avg>=5', 5, true],
    ['avg==5', 5, true],
    ['avg!=5', 5, false],
  ])('%s of %d: %s', (text, actual, met) => {
    const condition = parseThreshold(text);
    expect(condition && holds(condition, actual)).toBe(met);
  });
});
