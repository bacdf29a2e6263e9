import type { Structure } from '../../ports/topology.ts';

/** Two nodes by their indices. */
export type NodePair = readonly [number, number];

/** A structure of nodes `n1`, `n2`... from channels between indices that count from 0. */
export function numberedStructure(nodes: number, channels: readonly NodePair[]): Structure {
  return {
    nodes: Array.from({ length: nodes }, (_, index) => ({ name: `n${index + 1}` })),
    channels: channels.map((between) => ({ between })),
  };
}

/** Every two of the indices below `nodes`, the lower one first. */
export function everyPair(nodes: number): readonly NodePair[] {
  return Array.from({ length: nodes }, (_, one) =>
    Array.from({ length: nodes - one - 1 }, (_other, after) => [one, one + after + 1] as const),
  ).flat();
}
