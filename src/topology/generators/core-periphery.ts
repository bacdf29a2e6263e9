import type { Structure, TopologyGenerator } from '../../ports/topology.ts';
import { everyPair } from './numbered-structure.ts';

/**
 * Core nodes `core1`... that all have channels with each other, and `leaf1`... with channels to `links` different
 * core nodes each, chosen uniformly; leaves have none with each other.
 */
export const corePeriphery: TopologyGenerator<'core-periphery'> = {
  kind: 'core-periphery',
  generate({ core, periphery, links }, rng) {
    const centre = Array.from({ length: core }, (_, index) => ({ name: `core${index + 1}` }));
    const leaves = Array.from({ length: periphery }, (_, index) => ({ name: `leaf${index + 1}` }));
    const channels: Structure['channels'][number][] = everyPair(core).map((between) => ({ between }));
    for (let leaf = core; leaf < core + periphery; leaf += 1) {
      const chosen = new Set<number>();
      while (chosen.size < links) chosen.add(Math.floor(rng() * core));
      for (const partner of chosen) channels.push({ between: [leaf, partner] });
    }
    return { nodes: [...centre, ...leaves], channels };
  },
};
