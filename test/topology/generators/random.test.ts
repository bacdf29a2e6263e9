import { describe, expect, it } from 'vitest';
import { componentsOf, structureOf } from '../structure-fixture.ts';

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
