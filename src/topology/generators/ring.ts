import type { TopologyGenerator } from '../../ports/topology.ts';
import { checkWhole, MAX_NODES, numberedStructure } from './parameter-check.ts';

/** A line whose last node has a channel with the first: two disjoint paths between any two nodes. */
export const ring: TopologyGenerator<'ring'> = {
  kind: 'ring',
  generate({ nodes }) {
    // With two nodes the closing channel would stand beside the first one.
    checkWhole('nodes', nodes, { min: 3, max: MAX_NODES });
    const channels = Array.from({ length: nodes }, (_, index) => [index, (index + 1) % nodes] as const);
    return numberedStructure(nodes, channels);
  },
};
