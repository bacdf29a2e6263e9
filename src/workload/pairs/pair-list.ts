import type { NodeName } from '../../model/network/network.ts';
import type { PairChooser } from '../../ports/workload.ts';
import { uniformIndex } from '../../runtime/uniform-integer.ts';
import { checkKnown } from './token-nodes.ts';

/** Drawn uniformly from a list; a pair listed twice is drawn twice as often. */
export const pairList: PairChooser<'list'> = {
  kind: 'list',
  chooser({ pairs }, { network, random, at }) {
    pairs.forEach((pair, index) => checkKnown(`${at}[${index}]`, pair, network));
    // One pair is no draw.
    if (pairs.length === 1) return () => pairs[0] as readonly [NodeName, NodeName];
    return () => pairs[uniformIndex(pairs.length, random)] as readonly [NodeName, NodeName];
  },
};
