import { describe, expect, it } from 'vitest';
import { channelsOf, structureOf } from '../structure-fixture.ts';

describe('a ring', () => {
  it('is a line whose ends meet', () => {
    expect(channelsOf(structureOf({ kind: 'ring', nodes: 3 }))).toEqual(['n1-n2', 'n2-n3', 'n3-n1']);
  });
});
