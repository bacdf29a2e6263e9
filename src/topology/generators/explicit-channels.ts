import { madeOnce } from '../../model/gather.ts';
import type { TopologyGenerator } from '../../ports/topology.ts';

/** The channels as listed, with their deposits; nodes in the order they are first named. */
export const explicitChannels: TopologyGenerator<'channels'> = {
  kind: 'channels',
  generate({ channels }) {
    const numbers = new Map<string, number>();
    const numberOf = (name: string): number => madeOnce(numbers, name, () => numbers.size);
    const numbered = channels.map(({ between: [one, other], ...money }) => ({
      between: [numberOf(one), numberOf(other)] as const,
      ...money,
    }));
    return { nodes: Array.from(numbers.keys(), (name) => ({ name })), channels: numbered };
  },
};
