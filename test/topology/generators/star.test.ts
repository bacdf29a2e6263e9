import { describe, expect, it } from 'vitest';
import { channelsOf, structureOf } from '../structure-fixture.ts';

describe('a star', () => {
  it('connects the hub with every spoke', () => {
    const star = structureOf({ kind: 'star', spokes: 3 });
    expect(star.nodes.map(({ name }) => name)).toEqual(['hub', 'spoke1', 'spoke2', 'spoke3']);
    expect(channelsOf(star)).toEqual(['hub-spoke1', 'hub-spoke2', 'hub-spoke3']);
  });
});
