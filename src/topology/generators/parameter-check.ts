import { fieldError } from '../../model/locate-faults.ts';
import { expectedChannels } from '../../model/scenario/expected-channels.ts';
import type { TopologySpec } from '../../model/scenario/scenario.ts';
import type { Structure } from '../../ports/topology.ts';

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
export function checkChannelCount(field: string, topology: TopologySpec): void {
  const channels = expectedChannels(topology);
  if (channels > MAX_CHANNELS)
    throw fieldError(
      field,
      `asks for about ${Math.round(channels)} channels, expected at most ${MAX_CHANNELS}`,
    );
}

/** A structure of nodes `n1`, `n2`... from channels between indices that count from 0. */
export function numberedStructure(
  nodes: number,
  channels: readonly (readonly [number, number])[],
): Structure {
  return {
    nodes: Array.from({ length: nodes }, (_, index) => ({ name: `n${index + 1}` })),
    channels: channels.map((between) => ({ between })),
  };
}

/** Every two of the indices below `nodes`, the lower one first. */
export function everyPair(nodes: number): readonly (readonly [number, number])[] {
  return Array.from({ length: nodes }, (_, one) =>
    Array.from({ length: nodes - one - 1 }, (_other, after) => [one, one + after + 1] as const),
  ).flat();
}
