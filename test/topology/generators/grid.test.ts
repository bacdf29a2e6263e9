import { describe, expect, it } from 'vitest';
import { channelsOf, degreesOf, structureOf } from '../structure-fixture.ts';

describe('a grid', () => {
  it('connects each node with those to the right and below', () => {
    const grid = structureOf({ kind: 'grid', rows: 2, columns: 2 });
    expect(channelsOf(grid)).toEqual(['r1c1-r1c2', 'r1c1-r2c1', 'r1c2-r2c2', 'r2c1-r2c2']);
  });

  it('of one row is a line', () => {
    expect(degreesOf(structureOf({ kind: 'grid', rows: 1, columns: 5 }))).toEqual([1, 2, 2, 2, 1]);
  });
});
