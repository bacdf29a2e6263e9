import type { Structure, TopologyGenerator } from '../../ports/topology.ts';
import { checkChannelCount, checkWhole, MAX_NODES } from './parameter-check.ts';

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
    const centre = Array.from({ length: core }, (_, index) => `core${index + 1}`);
    const leaves = Array.from({ length: periphery }, (_, index) => `leaf${index + 1}`);
    const channels: Structure['channels'][number][] = [];
    centre.forEach((one, at) => {
      for (const other of centre.slice(at + 1)) channels.push({ between: [one, other] });
    });
    for (const leaf of leaves) {
      const chosen = new Set<string>();
      while (chosen.size < links) chosen.add(centre[Math.floor(rng() * core)] as string);
      for (const partner of chosen) channels.push({ between: [leaf, partner] });
    }
    return { nodes: [...centre, ...leaves].map((name) => ({ name })), channels };
  },
};
