import { describe, expect, it } from 'vitest';
import { componentsOf, degreesOf, structureOf } from '../structure-fixture.ts';

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
