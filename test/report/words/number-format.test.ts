import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountText,
  counted,
  durationText,
  grouped,
  percentText,
  readable,
} from '../../../src/report/words/number-format.ts';

describe('numbers in reports', () => {
  it('have thousands separators', () => {
    expect([grouped(999), grouped(1000), grouped(12_345_678n)]).toEqual(['999', '1,000', '12,345,678']);
    expect([counted(1, 'channel'), counted(2000, 'channel')]).toEqual(['1 channel', '2,000 channels']);
  });

  it('have no more decimals than they need', () => {
    expect([3, 0.5, 1234.567, 0.00012, Number.NaN].map((value) => readable(value)).join('; ')).toBe(
      '3; 0.5; 1,234.57; 0.00012; not measured',
    );
  });

  it('are never rounded to none or all', () => {
    expect([0, 0.0004, 0.5, 0.9999, 1].map(percentText).join('; ')).toBe(
      '0 %; < 0.1 %; 50 %; > 99.9 %; 100 %',
    );
  });

  it('show durations in the unit that suits them', () => {
    expect([0, 120, 4200, 200_000, 36_000_000].map(durationText).join('; ')).toBe(
      '0 ms; 120 ms; 4.2 s; 3 min 20 s; 10 h',
    );
    expect([119_600, 599_600, 6_000_000].map(durationText)).toEqual(['2 min', '10 min', '1.7 h']);
    expect([71, 168, 180].map((hours) => durationText(hours * 3_600_000)).join('; ')).toBe(
      '71 h; 7 days; 7.5 days',
    );
  });

  it('show small numbers with two digits', () => {
    expect([0.000_13, -0.000_25, 0.004, -0.0046, 0.01].map((value) => readable(value)).join('; ')).toBe(
      '0.00013; -0.00025; 0.004; -0.005; 0.01',
    );
  });

  it('show amounts in whole tokens, rounded to what matters at their size', () => {
    expect(amountText(13_898_999_999n, 6)).toBe('13,899');
    expect(amountText(292_634_000n, 6)).toBe('292.63');
    expect(amountText(1_234_567n, 6)).toBe('1.2346');
    expect(amountText(1n, 18)).toBe('< 0.0001');
    expect(amountText(0n, 18)).toBe('0');
    expect(amountText(2n ** 256n - 1n, 0)).toBe('1.15e77');
  });

  it('show amounts without decimals exactly', () => {
    const property = fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }), (amount) => {
      expect(BigInt(amountText(amount, 0).replaceAll(',', ''))).toBe(amount);
    });
    fc.assert(property);
  });
});
