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

  it('may not stand twice between the same nodes, whichever way round', () => {
    const channels = [
      { between: ['a', 'b'], deposits },
      { between: ['b', 'a'], deposits },
    ] as const;
    expect(() => structureOf({ kind: 'channels', channels })).toThrow(
      '[1].between: b and a already have the channel [0], expected one channel per pair and token',
    );
  });

  it('may not lead back to the same node', () => {
    expect(() => structureOf({ kind: 'channels', channels: [{ between: ['a', 'a'], deposits }] })).toThrow(
      '[0].between: found a twice, expected two different nodes',
    );
  });
});
