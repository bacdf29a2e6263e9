import type { NodeName } from '../../model/network/network.ts';
import type { PairChooser } from '../../ports/workload.ts';
import { uniformIndex } from '../../runtime/uniform-integer.ts';
import { checkKnown, nobodyPays, tokenNodes, weightedIndex } from './token-nodes.ts';

/** Target by Zipf's law over `to` ranked by channels, then name; initiator uniform over `from` without it. */
export const hotSpots: PairChooser<'hot-spots'> = {
  kind: 'hot-spots',
  chooser({ exponent, from, to }, { network, token, random, at }) {
    if (from) checkKnown(`${at}.from`, from, network);
    if (to) checkKnown(`${at}.to`, to, network);
    const [nodes, targets] = [tokenNodes(network, token), to && new Set(to)];
    const initiators = [...new Set(from ?? nodes.map(({ name }) => name))];
    const ranked = nodes
      .toSorted((one, other) => other.degree - one.degree || (one.name < other.name ? -1 : 1))
      // Where only one node pays, that one is no target.
      .filter(
        ({ name }) => (targets?.has(name) ?? true) && initiators.some((initiator) => initiator !== name),
      )
      .map(({ name }) => name);
    if (ranked.length === 0) throw nobodyPays(at, token);
    // 1 / rank^exponent
    const weights = ranked.map((_, index) => Math.exp(-exponent * Math.log(index + 1)));
    const drawTarget = weightedIndex(weights, random);
    return () => {
      const target = ranked[drawTarget()] as NodeName;
      for (;;) {
        const initiator = initiators[uniformIndex(initiators.length, random)] as NodeName;
        // Another initiator exists, so at least every second draw is one.
        if (initiator !== target) return [initiator, target];
      }
    };
  },
};
