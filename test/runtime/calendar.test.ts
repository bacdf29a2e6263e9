import { describe, expect, it } from 'vitest';
import { logTimeOf, momentOf } from '../../src/runtime/calendar.ts';

// 2026-01-01, where simulated time begins.
const START_MS = 1_767_225_600_000;

describe('a log time', () => {
  it('has six digits of a second, no zone, and drops parts of a millisecond', () => {
    expect(logTimeOf(START_MS)).toBe('2026-01-01T00:00:00.000000');
    expect(logTimeOf(START_MS + 86_399_999.9)).toBe('2026-01-01T23:59:59.999000');
    expect(logTimeOf(START_MS + 789 * 86_400_000)).toBe('2028-02-29T00:00:00.000000');
  });

  it('is a moment only on a day that there is', () => {
    expect(momentOf('2028-02-29T00:00:00.000000')).toBe(START_MS + 789 * 86_400_000);
    expect(['2026-02-29', '2026-02-30T10:00:00Z', 'soon'].map(momentOf)).toEqual(Array(3));
  });
});
