import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Parses a whole number from 1 to `most`. */
export function countUpTo(most: number): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`);
  };
}

/** Parses a whole number from 0 to `most`. */
export function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Expected a whole number from 0 to ${most}.`);
  };
}

/** Parses a number above 0 and up to `most`, written in decimal; `bound` is how its message says that. */
export function numberUpTo(
  most: number,
  bound: ' and up to' | ', at most' = ' and up to',
): (text: string) => number {
  return (text) => {
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Expected a number above 0${bound} ${most}.`);
  };
}

/** A TCP port; 0 lets the system choose. */
export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('Expected a port, 0 to 65535 (0: any free port).');
}
