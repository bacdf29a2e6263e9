import type { UndirectedGraph } from 'graphology';
import type { Structure } from '../../ports/topology.ts';

/** A structure of nodes `n1`, `n2`... from channels between indices that count from 0. */
export function numberedStructure(
  nodes: number,
  channels: readonly (readonly [number, number])[],
): Structure {
  const names = Array.from({ length: nodes }, (_, index) => `n${index + 1}`);
  return {
    nodes: names.map((name) => ({ name })),
    channels: channels.map(([one, other]) => ({ between: [names[one] as string, names[other] as string] })),
  };
}

/** The same from a graph of graphology-generators, whose node keys are the indices. */
export function structureOfGraph(graph: UndirectedGraph, nodes: number): Structure {
  return numberedStructure(
    nodes,
    graph.mapEdges((_key, _attributes, source, target) => [Number(source), Number(target)] as const),
  );
}
