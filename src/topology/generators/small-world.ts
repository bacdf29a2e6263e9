import type { RandomStream } from '../../ports/random.ts';
import type { TopologyGenerator } from '../../ports/topology.ts';
import { numberedStructure } from './numbered-structure.ts';

/**
 * Watts-Strogatz: a ring where each node has channels with its k nearest, each of which is then moved, with
 * probability `rewiring`, to a random node. n k / 2 channels; may fall apart when much is rewired.
 */
export const smallWorld: TopologyGenerator<'small-world'> = {
  kind: 'small-world',
  generate({ nodes, neighbours, rewiring }, rng) {
    return numberedStructure(nodes, rewired(lattice(nodes, neighbours / 2), { nodes, rewiring, rng }));
  },
};

/** A ring with channels by distance, as in the paper: all nearest neighbours, then the second nearest, and so on. */
export function lattice(nodes: number, reach: number): [number, number][] {
  const channels: [number, number][] = [];
  for (let distance = 1; distance <= reach; distance += 1)
    for (let node = 0; node < nodes; node += 1) channels.push([node, (node + distance) % nodes]);
  return channels;
}

function rewired(
  channels: readonly [number, number][],
  { nodes, rewiring, rng }: { readonly nodes: number; readonly rewiring: number; readonly rng: RandomStream },
): readonly [number, number][] {
  const partners = Array.from({ length: nodes }, () => new Set<number>());
  for (const [one, other] of channels) {
    partners[one]?.add(other);
    partners[other]?.add(one);
  }
  return channels.map(([node, old]) => {
    const ownPartners = partners[node] as Set<number>;
    // A node that has a channel with everyone keeps them: there is nowhere to move one to.
    if (rng() >= rewiring || ownPartners.size >= nodes - 1) return [node, old];
    let fresh = node;
    while (fresh === node || ownPartners.has(fresh)) fresh = Math.floor(rng() * nodes);
    ownPartners.delete(old);
    partners[old]?.delete(node);
    ownPartners.add(fresh);
    partners[fresh]?.add(node);
    return [node, fresh];
  });
}
