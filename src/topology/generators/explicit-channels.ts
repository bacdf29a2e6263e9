import { madeOnce } from '../../model/gather.ts';
import { fieldError } from '../../model/locate-faults.ts';
import type { TopologyGenerator } from '../../ports/topology.ts';

/** The channels as listed, with their deposits; nodes in the order they are first named. */
export const explicitChannels: TopologyGenerator<'channels'> = {
  kind: 'channels',
  generate({ channels }) {
    const numbers = new Map<string, number>();
    const numberOf = (name: string): number => madeOnce(numbers, name, () => numbers.size);
    const pairs = new Map<string, number>();
    const numbered = channels.map(({ between: [one, other], ...money }, index) => {
      if (one === other)
        throw fieldError(`[${index}].between`, `found ${one} twice, expected two different nodes`);
      const pair = JSON.stringify(one < other ? [one, other] : [other, one]);
      const earlier = pairs.get(pair);
      if (earlier !== undefined)
        throw fieldError(
          `[${index}].between`,
          `${one} and ${other} already have the channel [${earlier}], expected one channel per pair and token`,
        );
      pairs.set(pair, index);
      return { between: [numberOf(one), numberOf(other)] as const, ...money };
    });
    return { nodes: Array.from(numbers.keys(), (name) => ({ name })), channels: numbered };
  },
};
