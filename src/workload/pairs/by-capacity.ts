import { fieldError } from '../../model/locate-faults.ts';
import type { PairChooser } from '../../ports/workload.ts';
import { type TokenNode, tokenNodes, weightedIndex } from './token-nodes.ts';

/** Initiator and target with probability proportional to their channels' capacity, never the same node. */
export const byCapacity: PairChooser<'by-capacity'> = {
  kind: 'by-capacity',
  chooser(_spec, { network, token, random, at }) {
    const nodes = tokenNodes(network, token);
    if (!nodes.some(({ capacity }) => capacity > 0n))
      throw fieldError(at, `found no channel of ${token} with any capacity, expected at least one`);
    const draw = weightedIndex(
      nodes.map(({ capacity }) => Number(capacity)),
      random,
    );
    return () => {
      const initiator = draw();
      let target = draw();
      // Each channel counts for both its nodes, so none has more than half of the weight and this ends soon.
      while (target === initiator) target = draw();
      return [(nodes[initiator] as TokenNode).name, (nodes[target] as TokenNode).name];
    };
  },
};
