import type { Structure, TopologyGenerator } from '../../ports/topology.ts';
import { checkChannelCount, checkWhole, everyPair, MAX_NODES } from './parameter-check.ts';

/**
 * Core nodes `core1`... that all have channels with each other, and `leaf1`... with channels to `links` different
 * core nodes each, chosen uniformly; leaves have none with each other.
 */
export const corePeriphery: TopologyGenerator<'core-periphery'> = {
  kind: 'core-periphery',
  generate(spec, rng) {
    const { core, periphery, links } = spec;
    checkWhole('core', core, { min: 1, max: MAX_NODES });
    checkWhole('periphery', periphery, { min: 0, max: MAX_NODES });
    checkWhole('links', links, { min: 1, max: core });
    checkChannelCount('core', spec);
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
