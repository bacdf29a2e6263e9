import { describe, expect, it } from 'vitest';
import {
  type Expectation,
  judgeExpectation,
  parseExpectation,
} from '../../../src/model/scenario/expectation.ts';

const parsed = (text: string): Expectation => parseExpectation(text) as Expectation;

describe('expectations', () => {
  it.each([
    ['success_rate >= 95%', 'success_rate', '>=', 0.95],
    ['failures.no-route == 0', 'failures.no-route', '==', 0],
    ['volume<1_000_000', 'volume', '<', 1_000_000],
    ['fee_share <= 1.5e-3', 'fee_share', '<=', 0.0015],
  ])('"%s" names a metric, a relation and a number', (text, metric, relation, value) => {
    expect(parsed(text)).toMatchObject({ metric, relation, value });
  });

  it.each(['success_rate', '>= 3', 'success_rate => 3', 'success_rate >= ten', 'a b >= 1', ''])(
    '"%s" is none',
    (text) => {
      expect(parseExpectation(text)).toBeUndefined();
    },
  );

  it.each([
    ['failed < 3', 2, true],
    ['failed < 3', 3, false],
    ['failed <= 3', 3, true],
    ['failed > 3', 3, false],
    ['failed >= 3', 3, true],
    ['failed == 3', 3, true],
    ['failed != 3', 3, false],
  ])('"%s" with %d failed is met: %s', (text, failed, met) => {
    expect(judgeExpectation(parsed(text), { failed })).toMatchObject({ actual: failed, met });
  });

  it('counts a reason that never occurred as 0, and never meets an unknown metric', () => {
    expect(judgeExpectation(parsed('failures.no-route == 0'), {}).met).toBe(true);
    expect(judgeExpectation(parsed('nonsense != 0'), {}).met).toBe(false);
    expect(judgeExpectation(parsed('nonsense == 0'), {}).met).toBe(false);
  });
});
