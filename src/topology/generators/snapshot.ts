import { InvariantError } from '../../errors.ts';
import type { TopologyGenerator } from '../../ports/topology.ts';
import { bestConnected } from '../best-connected.ts';
import { readEdgeList } from '../formats/edge-list.ts';
import { readGraphologyJson } from '../formats/graphology-json.ts';
import { checkWhole, MAX_NODES } from './parameter-check.ts';

/** A network read from a file; with `take`, its best-connected part. Chance plays no role. */
export const snapshot: TopologyGenerator<'snapshot'> = {
  kind: 'snapshot',
  generate({ file, format, text, take }) {
    if (text === undefined)
      throw new InvariantError(`snapshot ${file}: the text was not loaded with the scenario`);
    const source = { file, text: text.replace(/^\uFEFF/, '') };
    const structure = format === 'edge-list' ? readEdgeList(source) : readGraphologyJson(source);
    if (take === undefined) return structure;
    checkWhole('take', take, { min: 1, max: MAX_NODES });
    return bestConnected(structure, take);
  },
};
