import type { Structure, TopologyGenerator } from '../../ports/topology.ts';
import { everyPair, numberedStructure } from './numbered-structure.ts';
import { lattice } from './small-world.ts';

/** `n1` - `n2` - ... - `nN`: every payment between the ends crosses every channel. */
export const line: TopologyGenerator<'line'> = {
  kind: 'line',
  generate: ({ nodes }) => numberedStructure(nodes, lattice(nodes, 1).slice(0, -1)),
};

/** A line whose last node has a channel with the first: two disjoint paths between any two nodes. */
export const ring: TopologyGenerator<'ring'> = {
  kind: 'ring',
  generate: ({ nodes }) => numberedStructure(nodes, lattice(nodes, 1)),
};

/** A `hub` with one channel to each of `spoke1`, `spoke2`... */
export const star: TopologyGenerator<'star'> = {
  kind: 'star',
  generate: ({ spokes }) => ({
    nodes: Array.from({ length: spokes + 1 }, (_, at) => ({ name: at === 0 ? 'hub' : `spoke${at}` })),
    channels: Array.from({ length: spokes }, (_, index) => ({ between: [0, index + 1] })),
  }),
};

/** A channel between every two nodes. */
export const complete: TopologyGenerator<'complete'> = {
  kind: 'complete',
  generate: ({ nodes }) => numberedStructure(nodes, everyPair(nodes)),
};

/** Rows and columns; node `r2c3` has channels with its up to four neighbours, the borders do not wrap. */
export const grid: TopologyGenerator<'grid'> = {
  kind: 'grid',
  generate({ rows, columns }) {
    const nodes: { name: string }[] = [];
    const channels: Structure['channels'][number][] = [];
    for (let row = 1; row <= rows; row += 1)
      for (let column = 1; column <= columns; column += 1) {
        const number = nodes.push({ name: `r${row}c${column}` }) - 1;
        if (column < columns) channels.push({ between: [number, number + 1] });
        if (row < rows) channels.push({ between: [number, number + columns] });
      }
    return { nodes, channels };
  },
};
