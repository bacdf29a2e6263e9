import { describe, expect, it } from 'vitest';
import { channelsOf, componentsOf, degreesOf, structureOf } from '../structure-fixture.ts';

describe('a random network', () => {
  it('of probability 0 has no channels, of probability 1 all', () => {
    expect(structureOf({ kind: 'random', nodes: 10, probability: 0 }).channels).toHaveLength(0);
    expect(structureOf({ kind: 'random', nodes: 10, probability: 1 }).channels).toHaveLength(45);
  });

  it.each([0.02, 0.2, 0.3])('of probability %d has about that share of all channels', (probability) => {
    const { channels } = structureOf({ kind: 'random', nodes: 300, probability });
    expect(Math.abs(channels.length / (300 * 299 * 0.5) / probability - 1)).toBeLessThan(0.1);
  });

  it('of a probability too small for 32-bit counting is built all the same', () => {
    const { nodes } = structureOf({ kind: 'random', nodes: 500, probability: 1e-12 });
    expect(nodes).toHaveLength(500);
  });

  it('keeps nodes without channels: it may fall apart', () => {
    expect(componentsOf(structureOf({ kind: 'random', nodes: 100, probability: 0.005 }))).toBeGreaterThan(1);
  });
});

describe('a random regular network', () => {
  it.each([
    [10, 3],
    [100, 4],
    [20, 17],
    [9, 8],
    [7, 0],
    [500, 51],
  ])('of %d nodes gives each exactly %d channels', (nodes, degree) => {
    const network = structureOf({ kind: 'random-regular', nodes, degree });
    expect(new Set(degreesOf(network))).toEqual(new Set([degree]));
  });

  it('differs from seed to seed', () => {
    const spec = { kind: 'random-regular', nodes: 20, degree: 3 } as const;
    expect(channelsOf(structureOf(spec, 'a'))).not.toEqual(channelsOf(structureOf(spec, 'b')));
  });
});

describe('a scale-free network', () => {
  it('is connected and has m (n - m) channels', () => {
    const network = structureOf({ kind: 'scale-free', nodes: 200, channelsPerNode: 3 });
    expect(network.channels).toHaveLength(3 * 197);
    expect(componentsOf(network)).toBe(1);
  });

  it('has few nodes with many channels: the largest degree far above the average', () => {
    const degrees = degreesOf(structureOf({ kind: 'scale-free', nodes: 1_000, channelsPerNode: 2 }));
    expect(Math.max(...degrees)).toBeGreaterThan(10 * 4);
    expect(Math.min(...degrees)).toBeGreaterThanOrEqual(1);
  });

  it('gives every node after the first star at least its own channels', () => {
    const degrees = degreesOf(structureOf({ kind: 'scale-free', nodes: 50, channelsPerNode: 3 }));
    expect(Math.min(...degrees.slice(4))).toBe(3);
  });
});

describe('a small world', () => {
  it('without rewiring is a ring of neighbours', () => {
    const network = structureOf({ kind: 'small-world', nodes: 5, neighbours: 2, rewiring: 0 });
    expect(channelsOf(network)).toEqual(['n1-n2', 'n2-n3', 'n3-n4', 'n4-n5', 'n5-n1']);
  });

  it('keeps its number of channels, however much is rewired', () => {
    const lattice = structureOf({ kind: 'small-world', nodes: 60, neighbours: 4, rewiring: 0 });
    const rewired = structureOf({ kind: 'small-world', nodes: 60, neighbours: 4, rewiring: 1 });
    expect(degreesOf(lattice)).toEqual(Array.from({ length: 60 }, () => 4));
    expect(rewired.channels).toHaveLength(lattice.channels.length);
    expect(degreesOf(rewired)).not.toEqual(degreesOf(lattice));
  });

  it('moves about as many channels as the rewiring says', () => {
    const before = new Set(
      channelsOf(structureOf({ kind: 'small-world', nodes: 1_000, neighbours: 6, rewiring: 0 })),
    );
    const after = channelsOf(
      structureOf({ kind: 'small-world', nodes: 1_000, neighbours: 6, rewiring: 0.2 }),
    );
    const moved = after.filter((channel) => !before.has(channel)).length;
    expect(moved / after.length).toBeCloseTo(0.2, 1);
  });

  it('leaves a network alone in which everyone already has a channel with everyone', () => {
    const network = structureOf({ kind: 'small-world', nodes: 5, neighbours: 4, rewiring: 1 });
    expect(degreesOf(network)).toEqual([4, 4, 4, 4, 4]);
  });
});

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
