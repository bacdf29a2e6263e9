import { fieldError } from '../../model/locate-faults.ts';
import type { TopologyGenerator } from '../../ports/topology.ts';

/** The channels as listed, with their deposits; nodes in the order they are first named. */
export const explicitChannels: TopologyGenerator<'channels'> = {
  kind: 'channels',
  generate({ channels }) {
    const names = new Set<string>();
    const pairs = new Map<string, number>();
    channels.forEach(({ between: [one, other] }, index) => {
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
      names.add(one).add(other);
    });
    return { nodes: [...names].map((name) => ({ name })), channels };
  },
};
