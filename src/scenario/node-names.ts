import type { NodeName } from '../model/network/network.ts';
import type { TopologySpec } from '../model/scenario/scenario.ts';

/** The names a topology gives its nodes; `undefined` when only loading a file can tell. */
export function nodeNamesOf(topology: TopologySpec): readonly NodeName[] | undefined {
  switch (topology.kind) {
    case 'star':
      return ['hub', ...numbered('spoke', topology.spokes)];
    case 'grid':
      return numbered('r', topology.rows).flatMap((row) => numbered(`${row}c`, topology.columns));
    case 'core-periphery':
      return [...numbered('core', topology.core), ...numbered('leaf', topology.periphery)];
    case 'channels':
      return [...new Set(topology.channels.flatMap(({ between }) => between))];
    case 'snapshot':
      return undefined;
    case 'line':
    case 'ring':
    case 'complete':
    case 'random':
    case 'scale-free':
    case 'small-world':
    case 'random-regular':
      return numbered('n', topology.nodes);
  }
}

function numbered(prefix: string, count: number): readonly NodeName[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
