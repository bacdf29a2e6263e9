import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Parses a duration such as 60s, 5m or 1h into milliseconds. */
export function durationMs(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?) ?(s|m|h)$/.exec(text) ?? [];
  const ms = Number(digits) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
  if (ms > 0) return ms;
  throw new InvalidArgumentError('Expected a duration such as 60s, 5m or 1h.');
}
