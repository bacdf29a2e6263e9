import { scalar } from '../text/scalar.ts';

const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

const PATTERN = /^(\d+(?:\.\d+)?) ?(ms|s|m|h)$/;

/** A year of virtual time; beyond that a scenario is a typing error, and sums of times stay exact. */
export const LONGEST_MS = 366 * 24 * 3_600_000;

/**
 * A duration with its unit, read as milliseconds: `500ms`, `2s`, `1.5m`, `1h`; where k6 takes a bare number for
 * milliseconds, `bare` does too.
 */
export function duration({
  positive = false,
  bare = false,
}: {
  readonly positive?: boolean;
  readonly bare?: boolean;
} = {}) {
  return scalar({
    expected: positive
      ? 'a duration above 0 such as 500ms, 2s, 5m or 1h'
      : 'a duration such as 500ms, 2s, 5m or 1h',
    read: (value) => {
      const text = bare && Number.isSafeInteger(value) ? `${value as number}ms` : value;
      const ms = typeof text === 'string' ? parseDuration(text) : undefined;
      return ms === undefined || (positive && ms === 0) ? undefined : ms;
    },
    hint: (value) =>
      typeof value === 'number' ? `a duration needs its unit: ${value}s or ${value}ms` : durationHint(value),
    json: {
      type: bare ? ['string', 'integer'] : 'string',
      pattern: PATTERN.source,
      'x-type': 'duration',
    },
  });
}

function parseDuration(text: string): number | undefined {
  const [, digits, unit] = PATTERN.exec(text) ?? [];
  const factor = unit === undefined ? undefined : MS_PER_UNIT[unit];
  if (digits === undefined || factor === undefined) return undefined;
  // To the microsecond, so that 2.3s is 2300 ms and not 2299.9999999999995.
  const ms = Math.round(Number(digits) * factor * 1000) / 1000;
  return ms <= LONGEST_MS ? ms : undefined;
}

function durationHint(value: unknown): string | undefined {
  const isTooLong = typeof value === 'string' && PATTERN.test(value) && parseDuration(value) === undefined;
  return isTooLong ? 'the longest duration is 366 days (8784h)' : undefined;
}
