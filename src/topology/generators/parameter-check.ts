import { fieldError } from '../../model/locate-faults.ts';

/** Most nodes a topology may have; public networks have tens of thousands. */
export const MAX_NODES = 1_000_000;

// Two million are a complete network of 2,000 nodes and about a gigabyte: 500,000 were measured to take 230 MB.
const MAX_CHANNELS = 2_000_000;

/** Throws InputError unless `value` is a whole number from `min` to `max`. */
export function checkWhole(
  field: string,
  value: number,
  range: { readonly min: number; readonly max: number },
): void {
  if (!Number.isInteger(value) || value < range.min || value > range.max)
    throw fieldError(field, `found ${value}, expected a whole number from ${range.min} to ${range.max}`);
}

/** Throws InputError unless `value` lies in [0, 1]. */
export function checkProbability(field: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw fieldError(field, `found ${value}, expected a number from 0 to 1`);
}

/** Throws InputError when the parameters ask for more channels than any run could hold. */
export function checkChannelCount(field: string, channels: number): void {
  if (channels > MAX_CHANNELS)
    throw fieldError(
      field,
      `asks for about ${Math.round(channels)} channels, expected at most ${MAX_CHANNELS}`,
    );
}
