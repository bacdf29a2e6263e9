import type { Structure, TopologyGenerator } from '../../ports/topology.ts';
import { checkChannelCount, checkWhole, MAX_NODES } from './parameter-check.ts';

/** Rows and columns; node `r2c3` has channels with its up to four neighbours, the borders do not wrap. */
export const grid: TopologyGenerator<'grid'> = {
  kind: 'grid',
  generate(spec) {
    const { rows, columns } = spec;
    checkWhole('rows', rows, { min: 1, max: MAX_NODES });
    checkWhole('columns', columns, { min: 1, max: MAX_NODES });
    checkChannelCount('rows', spec);
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
