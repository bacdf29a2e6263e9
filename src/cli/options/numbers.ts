import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../../scenario/fields/values.ts';
import { parseAmount } from '../../model/network/amount.ts';

/** The value that was read of an option, or InvalidArgumentError with what was expected. */
export function required<Value>(read: Value | undefined, expected: string): Value {
  if (read !== undefined) return read;
  throw new InvalidArgumentError(expected);
}

/** Parses an amount of at least 1. */
export function amountInUnits(given: string): bigint {
  return required(parseAmount(given) || undefined, 'Expected an amount of at least 1, in smallest units.');
}

/** More threads than any machine has cores. */
export const MOST_THREADS = 1024;

/** Parses a whole number from 1 to `most`, or from 0 where that is allowed. */
export function countUpTo(
  most: number,
  { least = 1 }: { readonly least?: 0 | 1 | 2 } = {},
): (text: string) => number {
  return (text) => {
    const isCount = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
    return required(isCount ? Number(text) : undefined, `Expected a whole number from ${least} to ${most}.`);
  };
}

/** Parses a number above 0 and up to `most`, written in decimal. */
export function numberUpTo(most: number): (text: string) => number {
  return (text) => {
    const isNumber = /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= most;
    return required(isNumber ? Number(text) : undefined, `Expected a number above 0 and up to ${most}.`);
  };
}

/** A TCP port; 0 lets the system choose. */
export function port(text: string): number {
  const isPort = /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
  return required(isPort ? Number(text) : undefined, 'Expected a port, 0 to 65535 (0: any free port).');
}

/** Thirty days. */
export const MOST_SECONDS = 30 * 24 * 60 * 60;

/** Parses a duration such as 30s, 5m or 1h into seconds; a number without a unit is one of seconds. */
export function durationUpTo(mostSeconds: number): (text: string) => number {
  return (text) => {
    const seconds = (parseDuration(/\d$/.test(text) ? `${text}s` : text) ?? 0) / 1000;
    if (seconds > 0 && seconds <= mostSeconds) return seconds;
    throw new InvalidArgumentError(`Expected a duration such as 30s, 5m or 1h, at most ${mostSeconds} s.`);
  };
}

/** Parses a duration into milliseconds. */
export function durationMs(text: string): number {
  return durationUpTo(MOST_SECONDS)(text) * 1000;
}

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';

/** Parses `:9464` or `host:9464`; loopback unless a host is given. */
export function listenAddress(text: string): ListenAddress {
  const [, bracketed, plain, digits] = /^(?:(?:\[([^\]]+)\]|([^:[\]]*)):)?(\d+)$/.exec(text) ?? [];
  const number = port(required(digits, 'Expected a port such as :9464.'));
  return { host: bracketed ?? (plain || LOOPBACK), port: number };
}
