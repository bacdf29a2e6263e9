import { describe, expect, it } from 'vitest';
import { power } from '../../src/statistics/power.ts';

// What Python gives for `base ** exponent`.
const OF_PYTHON: readonly (readonly [base: number, exponent: number, result: number])[] = [
  [2.9602112707667853e19, 10, 5.166864570561059e194],
  [33033.0, 1.6243786751567528, 21901950.522552837],
  [2514.5, 1.216397031991242, 13686.71683687552],
  [76907.0, 8.88730892285816, 2.6490373343702885e43],
  [3.4702612665947174e17, 1.2312541554827747, 3.9504249366102897e21],
  [2332318641931640.0, 1.1599044238754728, 6.685981203562217e17],
  [144725.0, 1.1356409557554283, 725311.5924045943],
  [4.533497985846171e19, 3.027184113337773, 3.1889153825489793e59],
  [1e18, 2.5, 1e45],
  [9e17, 2.5, 7.684_334_714_209_163e44],
  [3, 10, 59_049],
  [0.5, 2.5, 0.1767766952966369],
  [1, 7.25, 1],
];

describe('a power', () => {
  it.each(OF_PYTHON)('%d ** %d is %d, to the last bit', (base, exponent, result) => {
    expect(power(base, exponent)).toBe(result);
  });
});
