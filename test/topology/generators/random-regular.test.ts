import { describe, expect, it } from 'vitest';
import { channelsOf, degreesOf, structureOf } from '../structure-fixture.ts';

describe('a random regular network', () => {
  it.each([
    [10, 3],
    [100, 4],
    [20, 17],
    [9, 8],
    [7, 0],
    [500, 51],
  ])('of %d nodes gives each exactly %d channels', (nodes, degree) => {
    const network = structureOf({ kind: 'random-regular', nodes, degree });
    expect(new Set(degreesOf(network))).toEqual(new Set([degree]));
  });

  it('differs from seed to seed', () => {
    const spec = { kind: 'random-regular', nodes: 20, degree: 3 } as const;
    expect(channelsOf(structureOf(spec, 'a'))).not.toEqual(channelsOf(structureOf(spec, 'b')));
  });
});
