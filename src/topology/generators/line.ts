import { UndirectedGraph } from 'graphology';
import { path } from 'graphology-generators/classic/index.js';
import type { TopologyGenerator } from '../../ports/topology.ts';
import { checkWhole, MAX_NODES, structureOfGraph } from './parameter-check.ts';

/** `n1` - `n2` - ... - `nN`: every payment between the ends crosses every channel. */
export const line: TopologyGenerator<'line'> = {
  kind: 'line',
  generate({ nodes }) {
    checkWhole('nodes', nodes, { min: 1, max: MAX_NODES });
    return structureOfGraph(path(UndirectedGraph, nodes), nodes);
  },
};
