import { describe, expect, it } from 'vitest';
import { placeLabels } from '../../../src/report/charts/network-drawing.ts';

const SIZE = { widthPx: 300, heightPx: 300, most: 10 };

describe('placeLabels', () => {
  it('puts a label to the right, or to the left where the right is taken', () => {
    const points = [
      { x: 0.5, y: 0.5, text: 'middle', radiusPx: 5 },
      { x: 0.95, y: 0.2, text: 'edge', radiusPx: 5 },
    ];
    expect(placeLabels(points, SIZE).map(({ anchor }) => anchor)).toEqual(['start', 'end']);
  });

  it('leaves a label out rather than letting two touch', () => {
    const row = Array.from({ length: 20 }, (_, index) => ({
      x: index / 20,
      y: 0.5,
      text: 'crowded',
      radiusPx: 5,
    }));
    const placed = placeLabels(row, SIZE);
    expect(placed.length).toBeGreaterThan(0);
    expect(placed.length).toBeLessThan(20);
    expect(placeLabels(row, { ...SIZE, widthPx: 3000, most: 3 })).toHaveLength(3);
  });
});
