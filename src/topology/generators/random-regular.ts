import { InvariantError } from '../../errors.ts';
import type { RandomStream } from '../../ports/random.ts';
import type { TopologyGenerator } from '../../ports/topology.ts';
import { everyPair, numberedStructure, type NodePair } from './numbered-structure.ts';

// For degrees up to half of the nodes an attempt rarely fails; a thousand failures in a row mean a bug.
const MAX_ATTEMPTS = 1_000;

/**
 * Every node has exactly `degree` channels, otherwise at random: stubs are paired as Steger and Wormald (1999) do,
 * which is close to uniform over all such networks.
 */
export const randomRegular: TopologyGenerator<'random-regular'> = {
  kind: 'random-regular',
  generate({ nodes, degree }, rng) {
    const opposite = nodes - 1 - degree;
    // Dense ones are drawn as what is missing from the complete network: pairing would hardly ever succeed.
    const channels =
      degree <= opposite
        ? pairedStubs(nodes, degree, rng)
        : complement(nodes, pairedStubs(nodes, opposite, rng));
    return numberedStructure(nodes, channels);
  },
};

function pairedStubs(nodes: number, degree: number, rng: RandomStream): readonly NodePair[] {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const pairs = tryPairing(nodes, degree, rng);
    if (pairs) return pairs;
  }
  throw new InvariantError(`random-regular: no pairing of ${nodes} nodes with ${degree} channels each`);
}

// Pairs shuffled stubs; those that would make a loop or a parallel channel are shuffled again among themselves.
function tryPairing(nodes: number, degree: number, rng: RandomStream): readonly NodePair[] | undefined {
  const pairs: NodePair[] = [];
  const taken = new Set<number>();
  let stubs = Array.from({ length: nodes * degree }, (_, index) => index % nodes);
  while (stubs.length > 0) {
    shuffle(stubs, rng);
    const left: number[] = [];
    for (let at = 0; at < stubs.length; at += 2) {
      const one = stubs[at] as number;
      const other = stubs[at + 1] as number;
      const key = pairKey(one, other, nodes);
      if (one === other || taken.has(key)) left.push(one, other);
      else {
        taken.add(key);
        pairs.push([one, other]);
      }
    }
    if (!hasSuitablePair(left, taken, nodes)) return undefined;
    stubs = left;
  }
  return pairs;
}

function hasSuitablePair(stubs: readonly number[], taken: ReadonlySet<number>, nodes: number): boolean {
  if (stubs.length === 0) return true;
  const distinct = [...new Set(stubs)];
  return distinct.some((one, at) =>
    distinct.slice(at + 1).some((other) => !taken.has(pairKey(one, other, nodes))),
  );
}

function complement(nodes: number, pairs: readonly NodePair[]): readonly NodePair[] {
  const missing = new Set(pairs.map(([one, other]) => pairKey(one, other, nodes)));
  return everyPair(nodes).filter(([one, other]) => !missing.has(pairKey(one, other, nodes)));
}

function pairKey(one: number, other: number, nodes: number): number {
  return one < other ? one * nodes + other : other * nodes + one;
}

function shuffle(items: number[], rng: RandomStream): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(rng() * (last + 1));
    [items[last], items[chosen]] = [items[chosen] as number, items[last] as number];
  }
}
