import type { TopologySpec } from './scenario.ts';

/** About how many channels a topology has; of a file, only what `take` and the number of its lines allow. */
export function expectedChannels(topology: TopologySpec): number {
  switch (topology.kind) {
    case 'line':
      return topology.nodes - 1;
    case 'ring':
      return topology.nodes;
    case 'star':
      return topology.spokes;
    case 'complete':
      return pairsOf(topology.nodes);
    case 'grid':
      return 2 * topology.rows * topology.columns;
    case 'random':
      return topology.probability * pairsOf(topology.nodes);
    case 'scale-free':
      return topology.channelsPerNode * (topology.nodes - topology.channelsPerNode);
    case 'small-world':
      return (topology.nodes * topology.neighbours) / 2;
    case 'random-regular':
      return (topology.nodes * topology.degree) / 2;
    case 'core-periphery':
      return pairsOf(topology.core) + topology.periphery * topology.links;
    case 'channels':
      return topology.channels.length;
    case 'snapshot':
      return (topology.text?.length ?? 0) / CHARACTERS_OF_A_CHANNEL;
  }
}

// A channel in an export of a public network takes so many, the shares of nodes included; an edge list has fewer.
const CHARACTERS_OF_A_CHANNEL = 200;

function pairsOf(nodes: number): number {
  return (nodes * (nodes - 1)) / 2;
}
