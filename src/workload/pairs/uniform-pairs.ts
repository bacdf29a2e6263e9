import type { NodeName } from '../../model/network/network.ts';
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
    const positions = new Map(targets.map((name, position) => [name, position]));
    // Where an initiator stands among the targets; behind all of them: nowhere.
    const gapOf = (name: NodeName): number => positions.get(name) ?? targets.length;
    const countWithout = (gap: number): number => targets.length - (gap < targets.length ? 1 : 0);
    const initiators = [...new Set(from ?? all)].filter((name) => countWithout(gapOf(name)) > 0);
    if (initiators.length === 0) throw nobodyPays(at, token);
    const [only] = initiators;
    // One pair is no draw.
    if (only !== undefined && initiators.length === 1 && countWithout(gapOf(only)) === 1) {
      const target = targets.find((name) => name !== only) as NodeName;
      return () => [only, target];
    }
    const gaps = Int32Array.from(initiators, gapOf);
    return () => {
      const initiator = uniformIndex(initiators.length, random);
      const gap = gaps[initiator] as number;
      const index = uniformIndex(countWithout(gap), random);
      return [initiators[initiator] as NodeName, targets[index < gap ? index : index + 1] as NodeName];
    };
  },
};

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
