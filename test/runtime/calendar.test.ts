import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOf, logTimeOf, unixMsOf } from '../../src/runtime/calendar.ts';

// 2026-01-01, where simulated time begins.
const START_MS = 1_767_225_600_000;

describe('a log time', () => {
  it('has six digits of a second, no zone, and drops parts of a millisecond', () => {
    expect(logTimeOf(START_MS)).toBe('2026-01-01T00:00:00.000000');
    expect(logTimeOf(START_MS + 86_399_999.9)).toBe('2026-01-01T23:59:59.999000');
    expect(logTimeOf(START_MS + 789 * 86_400_000)).toBe('2028-02-29T00:00:00.000000');
  });

  it('is read as UTC, with a zone or without, to the microsecond', () => {
    expect(unixMsOf('2026-01-01T00:00:01.5')).toBe(START_MS + 1_500);
    expect(unixMsOf('2026-01-01 00:00:01Z')).toBe(START_MS + 1_000);
    expect(unixMsOf('2026-01-01T00:00:01.000250+00:00')).toBeCloseTo(START_MS + 1_000.25, 3);
  });

  it('of another zone, or of none of these shapes, is no date', () => {
    for (const text of ['2026-01-01T00:00:01+02:00', '2026-01-01', 'yesterday', '', '1767225600'])
      expect(unixMsOf(text)).toBeUndefined();
  });

  it('is the inverse of reading it', () => {
    // Years of four digits.
    fc.assert(
      fc.property(fc.integer({ min: -30_000_000_000_000, max: 253_402_300_799_999 }), (unixMs) => {
        expect(unixMsOf(logTimeOf(unixMs))).toBe(unixMs);
        expect(unixMsOf(dateOf(unixMs))).toBe(unixMs);
      }),
    );
  });
});
