import type { TopologyGenerator } from '../../ports/topology.ts';
import { checkWhole, MAX_NODES } from './parameter-check.ts';

/** A `hub` with one channel to each of `spoke1`, `spoke2`... */
export const star: TopologyGenerator<'star'> = {
  kind: 'star',
  generate({ spokes }) {
    checkWhole('spokes', spokes, { min: 1, max: MAX_NODES });
    const names = Array.from({ length: spokes }, (_, index) => `spoke${index + 1}`);
    return {
      nodes: [{ name: 'hub' }, ...names.map((name) => ({ name }))],
      channels: names.map((_, index) => ({ between: [0, index + 1] })),
    };
  },
};
