import type { NodeName } from '../../model/network/network.ts';
import type { RandomStream } from '../../ports/random.ts';
import type { PairChooser } from '../../ports/workload.ts';
import { uniformIndex } from '../../runtime/uniform-integer.ts';
import { checkKnown, connectedNames, nobodyPays } from './token-nodes.ts';

/** Initiator uniform over `from`, then target uniform over `to` without the initiator. */
export const uniformPairs: PairChooser<'uniform'> = {
  kind: 'uniform',
  chooser({ from, to }, { network, token, random, at }) {
    if (from) checkKnown(`${at}.from`, from, network);
    if (to) checkKnown(`${at}.to`, to, network);
    const all = from && to ? [] : connectedNames(network, token);
    const targets = [...new Set(to ?? all)];
    const others = othersOf(targets);
    const initiators = [...new Set(from ?? all)].filter((name) => others.count(name) > 0);
    if (initiators.length === 0) throw nobodyPays(at, token);
    const [only] = initiators;
    // One pair is no draw.
    if (only !== undefined && initiators.length === 1 && others.count(only) === 1) {
      const target = targets.find((name) => name !== only) as NodeName;
      return () => [only, target];
    }
    return () => {
      const initiator = initiators[uniformIndex(initiators.length, random)] as NodeName;
      return [initiator, others.draw(initiator, random)];
    };
  },
};

/** Uniform draws from a list without one of its members, in one draw each. */
function othersOf(names: readonly NodeName[]): {
  count(excluded: NodeName): number;
  draw(excluded: NodeName, random: RandomStream): NodeName;
} {
  const positions = new Map(names.map((name, position) => [name, position]));
  const count = (excluded: NodeName): number => names.length - (positions.has(excluded) ? 1 : 0);
  return {
    count,
    draw(excluded, random) {
      const index = uniformIndex(count(excluded), random);
      const gap = positions.get(excluded) ?? names.length;
      return names[index < gap ? index : index + 1] as NodeName;
    },
  };
}
