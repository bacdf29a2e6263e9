import { describe, expect, it } from 'vitest';
import { channelsOf, structureOf } from '../structure-fixture.ts';

describe('a line', () => {
  it('connects each node with the next', () => {
    expect(channelsOf(structureOf({ kind: 'line', nodes: 4 }))).toEqual(['n1-n2', 'n2-n3', 'n3-n4']);
  });

  it('of one node has no channels', () => {
    expect(structureOf({ kind: 'line', nodes: 1 })).toEqual({ nodes: [{ name: 'n1' }], channels: [] });
  });
});
