import { describe, expect, it } from 'vitest';
import { parseCapacityConditions } from '../../../src/cli/options/load-options.ts';

describe('the conditions of a capacity', () => {
  it.each([
    [
      'a percentile as one of the response time, a share without its `rate`, and units',
      'p(99)<2s, outcome_as_expected>0.99',
      ['payment_response_time p(99)<2000', 'outcome_as_expected rate>0.99'],
    ],
    [
      'any metric with k6 conditions',
      'payment_duration p(95)<500ms,payments_failed: rate<=0.01,dropped==0',
      ['payment_duration p(95)<500', 'payments_failed rate<=0.01', 'dropped count==0'],
    ],
  ])('reads %s', (_what, text, conditions) => {
    expect(read(text)).toEqual(conditions);
  });

  it.each(['', 'fast', 'payments_failed p(95)<1', 'p(99)', 'no_such_metric>1'])('refuses `%s`', (text) => {
    expect(() => read(text)).toThrow(/--find-capacity/);
  });
});

function read(text: string): readonly string[] {
  return parseCapacityConditions(text).map(({ metric, condition }) => `${metric} ${condition}`);
}
