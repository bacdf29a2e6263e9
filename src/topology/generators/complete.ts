import { UndirectedGraph } from 'graphology';
import { complete as completeGraph } from 'graphology-generators/classic/index.js';
import type { TopologyGenerator } from '../../ports/topology.ts';
import { checkChannelCount, checkWhole, MAX_NODES, structureOfGraph } from './parameter-check.ts';

/** A channel between every two nodes. */
export const complete: TopologyGenerator<'complete'> = {
  kind: 'complete',
  generate(spec) {
    const { nodes } = spec;
    checkWhole('nodes', nodes, { min: 1, max: MAX_NODES });
    checkChannelCount('nodes', spec);
    return structureOfGraph(completeGraph(UndirectedGraph, nodes), nodes);
  },
};
