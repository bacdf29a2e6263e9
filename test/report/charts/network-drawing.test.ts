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

  it('keeps neighbours of a large network nearer than strangers, and all of it within the drawing', () => {
    const names = Array.from({ length: 2000 }, (_, node) => String(node));
    // A tree of which each node has ten further ones.
    const links = names.slice(1).map((name, node) => [name, String(Math.floor(node / 10))] as const);
    const positions = networkLayout(names, links);
    const apart = ([one, other]: readonly [string, string]): number => {
      const [from, to] = [positions.get(one), positions.get(other)];
      return Math.hypot((from?.x ?? 0) - (to?.x ?? 0), (from?.y ?? 0) - (to?.y ?? 0));
    };
    const mean = (pairs: readonly (readonly [string, string])[]): number =>
      pairs.reduce((sum, pair) => sum + apart(pair), 0) / pairs.length;
    const strangers = names.map((name, node) => [name, String((node * 7 + 1501) % 2000)] as const);
    expect(mean(links)).toBeLessThan(mean(strangers) / 2);
    for (const { x, y } of positions.values())
      for (const value of [x, y]) expect(Math.abs(value - 0.5)).toBeLessThanOrEqual(0.5);
  });

  it('draws the same network the same way every time', () => {
    expect(networkLayout(RING, LINKS)).toEqual(networkLayout(RING, LINKS));
  });

  it('places a single node in the middle, and nothing for no nodes', () => {
    expect(networkLayout(['alone'], []).get('alone')).toEqual({ x: 0.5, y: 0.5 });
    expect(networkLayout([], []).size).toBe(0);
  });
});
