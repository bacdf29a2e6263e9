import { describe, expect, it } from 'vitest';
import { channelsOf, structureOf } from '../structure-fixture.ts';

const deposits = [5n, 7n] as const;

describe('explicit channels', () => {
  it('are taken as listed, with nodes in the order they are named', () => {
    const network = structureOf({
      kind: 'channels',
      channels: [
        { between: ['bob', 'alice'], deposits },
        { between: ['alice', 'carol'], deposits: [0n, 1n] },
      ],
    });
    expect(network.nodes.map(({ name }) => name)).toEqual(['bob', 'alice', 'carol']);
    expect(channelsOf(network)).toEqual(['bob-alice', 'alice-carol']);
    expect(network.channels[0]?.deposits).toEqual([5n, 7n]);
  });
});
