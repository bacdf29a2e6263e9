import { describe, expect, it } from 'vitest';
import { parseExpectation } from '../../../src/model/scenario/expectation.ts';
import { expectationTexts, thresholdTexts } from '../../../src/report/words/metric-words.ts';

describe('what was asked of a run, in words', () => {
  it.each([
    ['success_rate >= 75%', 0.8407, 'success at least 75 %', '84.07 %'],
    ['success_rate == 1', 0.8407, 'success exactly 100 %', '84.07 %'],
    ['drained_channels >= 2', 5, 'depleted channels at least 2', '5'],
    ['latency_p95_ms < 1500', 320, 'p95 latency less than 1.5 s', '0.32 s'],
    ['failures.no-route == 0', 3, 'payments that failed (no route) exactly 0', '3'],
    ['success_rate{payer=ann} > 50%', 0.5, 'success of payments by ann more than 50 %', '50 %'],
    ['success_rate >= 95.56%', 0.95567, 'success at least 95.56 %', '95.57 %'],
    ['success_rate >= 99.95%', 0.99949, 'success at least 99.95 %', '99.949 %'],
    ['volume_rate < 93.985%', 0.939851, 'success by amount less than 93.985 %', '93.99 %'],
    ['duration_s <= 147.2', 147.24, 'length of the run at most 147.2 s', '147.24 s'],
    ['duration_s >= 147.3', 147.298, 'length of the run at least 147.3 s', '147.298 s'],
    ['path_length_mean >= 1.7775', 1.77751, 'mean path length at least 1.7775', '1.78'],
    ['latency_p95_ms < 1004', 1003.6, 'p95 latency less than 1,004 ms', '1,003.6 ms'],
    ['success_rate >= 95% in 19 of 20 weeks', 0.9, 'success of at least 95 % in 19 of 20 weeks', '90 %'],
  ])('an expectation: %s', (text, actual, words, found) => {
    const expectation = parseExpectation(text);
    if (expectation === undefined) throw new Error(text);
    expect(expectationTexts(expectation, actual)).toEqual({ words, found });
  });

  it('amounts are in the token, as many digits as it takes', () => {
    const expectation = parseExpectation('volume >= 90_000_000_000_000_000_000');
    if (expectation === undefined) throw new Error('not read');
    const token = { name: 'EUR', decimals: 18 };
    expect(expectationTexts(expectation, 39.97e18, token)).toEqual({
      words: 'volume at least 90 EUR',
      found: '39.97 EUR',
    });
    expect(expectationTexts(expectation, 1).words).toBe('volume at least 90,000,000,000,000,000,000');
  });

  it.each([
    ['payment_response_time', 'avg<1000', 166, 'mean response time of all payments less than 1 s', '0.17 s'],
    ['payment_duration', 'max<=2000', 2100, 'longest service time at most 2 s', '2.1 s'],
    ['payment_duration', 'p(50)!=3', 3.001, 'p50 service time other than 3 ms', '3.001 ms'],
    ['payments_failed', 'rate<0.0005', 0.0004, 'share of payments that failed less than 0.05 %', '0.04 %'],
    ['payments_succeeded', 'rate>0.99', 1, 'share of payments that succeeded more than 99 %', '100 %'],
    ['payments', 'rate>50', 48.2, 'payments, over the whole run more than 50 a second', '48.2 a second'],
    ['dropped', 'count<1', 4, 'number of starts that found no free place less than 1', '4'],
  ])('a threshold: %s %s', (metric, condition, actual, words, found) => {
    expect(thresholdTexts(metric, condition, actual)).toEqual({ words, found });
    expect(thresholdTexts(metric, condition, undefined)).toEqual({ words, found: 'no sample' });
  });
});
