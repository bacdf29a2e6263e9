import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

/** An option with a whole number from 1 to `most`. */
export function countOption<const Flags extends string>(
  flags: Flags,
  { description, most }: { readonly description: string; readonly most: number },
) {
  return new Option(flags, description).argParser((text): number => wholeNumber(text, { from: 1, to: most }));
}

/** An option with a number above 0 and up to `most`. */
export function numberOption<const Flags extends string>(
  flags: Flags,
  { description, most }: { readonly description: string; readonly most: number },
) {
  return new Option(flags, description).argParser((text): number => {
    const value = decimal(text);
    if (value !== undefined && value > 0 && value <= most) return value;
    throw new InvalidArgumentError(`Expected a number above 0 and up to ${most}.`);
  });
}

/** A number above 0, written in decimal. */
export function positiveNumber(text: string, { max }: { readonly max: number }): number {
  const value = decimal(text);
  if (value !== undefined && value > 0 && value <= max) return value;
  throw new InvalidArgumentError(`Expected a number above 0, at most ${max}.`);
}

/** A TCP port; 0 lets the system choose. */
export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('Expected a port, 0 to 65535 (0: any free port).');
}

/** A whole number, ends included. */
export function wholeNumber(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  if (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text);
  throw new InvalidArgumentError(`Expected a whole number from ${from} to ${to}.`);
}

function decimal(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
