import { fieldError } from '../../model/locate-faults.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { RandomStream } from '../../ports/random.ts';
import type { PairChooser } from '../../ports/workload.ts';
import { uniformIndex } from '../../runtime/uniform-integer.ts';
import { checkKnown, nobodyPays, type TokenNode, tokenNodes } from './token-nodes.ts';

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

/** Draws indices with probability proportional to `weights`, which are not negative and not all 0. */
function weightedIndex(weights: readonly number[], random: RandomStream): () => number {
  let sum = 0;
  const upTo = weights.map((weight) => {
    sum += weight;
    return sum;
  });
  return () => {
    const point = random() * sum;
    // The first index whose sum lies above the point, so that a weight of 0 is never drawn.
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] as number) > point) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
