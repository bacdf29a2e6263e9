import { describe, expect, it } from 'vitest';
import { channelsOf, structureOf } from '../structure-fixture.ts';

describe('a complete network', () => {
  it('connects every two nodes once', () => {
    const complete = structureOf({ kind: 'complete', nodes: 4 });
    expect(channelsOf(complete)).toEqual(['n1-n2', 'n1-n3', 'n1-n4', 'n2-n3', 'n2-n4', 'n3-n4']);
  });
});
