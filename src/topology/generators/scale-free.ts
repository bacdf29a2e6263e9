import type { TopologyGenerator } from '../../ports/topology.ts';
import { numberedStructure, type NodePair } from './numbered-structure.ts';

/**
 * Barabasi-Albert: after a star of m + 1 nodes, each new node opens m channels with different nodes, chosen with
 * probability proportional to the channels they have. Always connected, m (n - m) channels.
 */
export const scaleFree: TopologyGenerator<'scale-free'> = {
  kind: 'scale-free',
  generate({ nodes, channelsPerNode }, rng) {
    const channels: NodePair[] = [];
    // Each node once per channel it has: a uniform draw from here is a draw by degree.
    const endsOfChannels: number[] = [];
    const join = (one: number, other: number): void => {
      channels.push([one, other]);
      endsOfChannels.push(one, other);
    };
    for (let node = 1; node <= channelsPerNode; node += 1) join(0, node);
    for (let node = channelsPerNode + 1; node < nodes; node += 1) {
      const partners = new Set<number>();
      while (partners.size < channelsPerNode)
        partners.add(endsOfChannels[Math.floor(rng() * endsOfChannels.length)] as number);
      for (const partner of partners) join(node, partner);
    }
    return numberedStructure(nodes, channels);
  },
};
