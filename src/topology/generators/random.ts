import { UndirectedGraph } from 'graphology';
import { erdosRenyi } from 'graphology-generators/random/index.js';
import { fieldError } from '../../model/locate-faults.ts';
import type { TopologyGenerator } from '../../ports/topology.ts';
import { numberedStructure } from './numbered-structure.ts';

// One logarithm per channel beats one draw per pair of nodes as long as channels are the minority.
const SPARSE_BELOW = 0.25;

// graphology-generators counts the pairs it skips, at most 36.8 / probability, in 32-bit integers, which
// overflow below 1.8e-8. There a network this side of MAX_DENSE_NODES has hardly a channel anyway.
const SPARSE_ABOVE = 2e-8;

// The dense algorithm draws once per pair: 20,000 nodes are 200 million draws, some seconds. Many channels are
// refused before, so only tiny probabilities come here with more nodes.
const MAX_DENSE_NODES = 20_000;

/** Erdos-Renyi G(n, p): each pair of nodes has a channel with probability p. May fall apart into components. */
export const random: TopologyGenerator<'random'> = {
  kind: 'random',
  generate({ nodes, probability }, rng) {
    const sparse = probability === 0 || (probability > SPARSE_ABOVE && probability < SPARSE_BELOW);
    if (!sparse && nodes > MAX_DENSE_NODES)
      throw fieldError(
        'probability',
        `found ${probability}, expected 0 or more than ${SPARSE_ABOVE} for this number of nodes`,
      );
    const options = { order: nodes, probability, rng };
    const graph = sparse ? erdosRenyi.sparse(UndirectedGraph, options) : erdosRenyi(UndirectedGraph, options);
    const channels = graph.mapEdges((_key, _data, one, other) => [Number(one), Number(other)] as const);
    return numberedStructure(nodes, channels);
  },
};
