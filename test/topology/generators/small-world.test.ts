import { describe, expect, it } from 'vitest';
import { channelsOf, degreesOf, structureOf } from '../structure-fixture.ts';

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
