import { describe, expect, it } from 'vitest';
import { channelsOf, componentsOf, degreesOf, structureOf } from '../structure-fixture.ts';

describe('a core with a periphery', () => {
  it('has a complete core and leaves with as many links as asked, all to the core', () => {
    const network = structureOf({ kind: 'core-periphery', core: 4, periphery: 10, links: 2 });
    expect(network.nodes.slice(3, 6).map(({ name }) => name)).toEqual(['core4', 'leaf1', 'leaf2']);
    expect(channelsOf(network).slice(0, 6)).toEqual([
      'core1-core2',
      'core1-core3',
      'core1-core4',
      'core2-core3',
      'core2-core4',
      'core3-core4',
    ]);
    expect(degreesOf(network).slice(4)).toEqual(Array.from({ length: 10 }, () => 2));
    expect(
      channelsOf(network)
        .slice(6)
        .every((channel) => /^leaf\d+-core\d$/.test(channel)),
    ).toBe(true);
    expect(componentsOf(network)).toBe(1);
  });
});
