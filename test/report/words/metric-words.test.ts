import { describe, expect, it } from 'vitest';
import { parseExpectation } from '../../../src/model/scenario/expectation.ts';
import {
  expectationFound,
  expectationWords,
  thresholdFound,
  thresholdWords,
} from '../../../src/report/words/metric-words.ts';

describe('what was asked of a run, in words', () => {
  it.each([
    ['success_rate >= 75%', 0.8407, 'success at least 75 %', '84.07 %'],
    ['success_rate == 1', 0.8407, 'success exactly 100 %', '84.07 %'],
    ['drained_channels >= 2', 5, 'drained channels at least 2', '5'],
    ['latency_p95_ms < 1500', 320, 'latency of 95 % less than 1.5 s', '320 ms'],
    ['failures.no-route == 0', 3, 'failed with no route exactly 0', '3'],
    ['success_rate{payer=ann} > 50%', 0.5, 'success of payments by ann more than 50 %', '50 %'],
    ['success_rate >= 95% in 19 of 20 weeks', 0.9, 'success of at least 95 % in 19 of 20 weeks', '90 %'],
  ])('an expectation: %s', (text, actual, words, found) => {
    const expectation = parseExpectation(text);
    if (expectation === undefined) throw new Error(text);
    expect([expectationWords(expectation), expectationFound(expectation, actual)]).toEqual([words, found]);
  });

  it.each([
    ['payment_response_time', 'p(95)<1000', 166.3, '95 % of response times less than 1 s', '166 ms'],
    ['payment_duration', 'max<=2000', 2100, 'longest service time at most 2 s', '2.1 s'],
    ['payments_succeeded', 'rate>0.99', 1, 'payments that succeeded more than 99 %', '100 %'],
    ['payments', 'rate>50', 48.2, 'payments more than 50/s', '48.2/s'],
    ['dropped', 'count<1', 4, 'starts that found no free place less than 1', '4'],
  ])('a threshold: %s %s', (metric, condition, actual, words, found) => {
    expect(thresholdWords(metric, condition)).toBe(words);
    expect(thresholdFound(metric, condition, actual)).toBe(found);
    expect(thresholdFound(metric, condition, undefined)).toBe('no sample');
  });
});
