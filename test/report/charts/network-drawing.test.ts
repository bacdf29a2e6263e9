import { describe, expect, it } from 'vitest';
import { networkLayout } from '../../../src/report/charts/network-drawing.ts';

const RING = ['a', 'b', 'c', 'd', 'e'];
const LINKS = RING.map((node, index) => [node, RING[(index + 1) % RING.length] ?? 'a'] as const);

describe('networkLayout', () => {
  it('gives every node its own place within the drawing', () => {
    const positions = [...networkLayout(RING, LINKS).values()];
    for (const { x, y } of positions)
      for (const value of [x, y]) expect(Math.abs(value - 0.5)).toBeLessThanOrEqual(0.5);
    expect(new Set(positions.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(5);
  });

  it('draws the same network the same way every time', () => {
    expect(networkLayout(RING, LINKS)).toEqual(networkLayout(RING, LINKS));
  });

  it('places a single node in the middle, and nothing for no nodes', () => {
    expect(networkLayout(['alone'], []).get('alone')).toEqual({ x: 0.5, y: 0.5 });
    expect(networkLayout([], []).size).toBe(0);
  });
});
